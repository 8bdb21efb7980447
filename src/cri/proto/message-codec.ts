// SPDX-License-Identifier: Apache-2.0
import protobuf from 'protobufjs';

import { enumCodec, scalarCodec } from './scalar-codec.js';
import { fieldCodec, type FieldCodec, type PlainMessage, type ValueCodec } from './field-codec.js';
import { wire, WireReader } from './wire-reader.js';

/** Fields of a message that is written which its proto does not have: an error, or left out. */
export type UnknownFields = 'reject' | 'drop';

/** Turns one message type into bytes and back, without a stop at protobufjs's own message objects. */
export class MessageCodec {
  readonly name: string;
  readonly #unknown: UnknownFields;
  readonly #byNumber: (FieldCodec | undefined)[] = [];
  readonly #inOrder: readonly FieldCodec[];
  readonly #names: ReadonlySet<string>;

  constructor(type: protobuf.Type, codecOf: (type: protobuf.Type) => MessageCodec, unknown: UnknownFields) {
    this.name = type.name;
    this.#unknown = unknown;
    this.#inOrder = type.fieldsArray
      .map((field) => fieldCodec(field, () => valueCodec(field, codecOf)))
      .sort((a, b) => a.number - b.number);
    for (const field of this.#inOrder) this.#byNumber[field.number] = field;
    this.#names = new Set(this.#inOrder.map((field) => field.name));
  }

  decode(bytes: Buffer): PlainMessage {
    return this.read(new WireReader(bytes));
  }

  encode(message: object): Buffer {
    const writer = protobuf.Writer.create();
    this.write(writer, message as PlainMessage);
    return writer.finish() as Buffer;
  }

  read(reader: WireReader): PlainMessage {
    const message: PlainMessage = {};
    while (!reader.done) {
      const tag = reader.uint32();
      const field = this.#byNumber[tag >>> 3];
      if (field?.read(reader, tag & 7, message) !== true) reader.skip(tag & 7);
    }
    return message;
  }

  write(writer: protobuf.Writer, message: PlainMessage): void {
    if (this.#unknown === 'reject') this.#rejectUnknown(message);
    for (const field of this.#inOrder) {
      const value = message[field.name];
      if (value !== undefined && value !== null) field.write(writer, value);
    }
  }

  #rejectUnknown(message: PlainMessage): void {
    for (const name in message) {
      if (!this.#names.has(name)) throw new TypeError(`${this.name} has no field ${name}`);
    }
  }
}

function valueCodec(field: protobuf.Field, codecOf: (type: protobuf.Type) => MessageCodec): ValueCodec {
  const type = field.resolvedType;
  if (type === null) return scalarCodec(field.type);
  if (type instanceof protobuf.Enum) return enumCodec(type);
  const codec = codecOf(type);
  return {
    wireType: wire.delimited,
    zero: undefined,
    read: (reader) => {
      const outer = reader.enter();
      const value = codec.read(reader);
      reader.leave(outer);
      return value;
    },
    write: (writer, value) => {
      writer.fork();
      codec.write(writer, value as PlainMessage);
      writer.ldelim();
    },
  };
}
