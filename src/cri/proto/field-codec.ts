// SPDX-License-Identifier: Apache-2.0
import protobuf from 'protobufjs';

import { scalarCodec, type ScalarCodec } from './scalar-codec.js';
import { wire, type WireReader } from './wire-reader.js';

export type PlainMessage = Record<string, unknown>;

/** A scalar, an enum or a message: anything a field holds. */
export type ValueCodec = ScalarCodec;

export interface FieldCodec {
  readonly name: string;
  readonly number: number;
  /** False: not in a form this field can have; nothing was read. */
  read(reader: WireReader, wireType: number, message: PlainMessage): boolean;
  write(writer: protobuf.Writer, value: unknown): void;
}

type LazyValue = () => ValueCodec;

function once(make: LazyValue): LazyValue {
  let made: ValueCodec | undefined;
  return () => (made ??= make());
}

/** Message types refer to each other, so a field's value is looked up when it is first needed. */
export function fieldCodec(field: protobuf.Field, value: LazyValue): FieldCodec {
  const lazy = once(value);
  if (isMap(field)) return mapField(field, lazy);
  return field.repeated ? repeatedField(field, lazy) : singleField(field, lazy);
}

function isMap(field: protobuf.Field): field is protobuf.Field & { readonly keyType: string } {
  return field instanceof protobuf.MapField;
}

function at(field: protobuf.Field, wireType: number): number {
  return ((field.id << 3) | wireType) >>> 0;
}

/** Runs a writer of ours so that what it complains about names the field. */
function within(field: protobuf.Field, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new TypeError(`${field.name}: ${(error as Error).message}`, { cause: error });
  }
}

function singleField(field: protobuf.Field, lazy: LazyValue): FieldCodec {
  const { name } = field;
  return {
    name,
    number: field.id,
    read: (reader, wireType, message) => {
      const codec = lazy();
      if (wireType !== codec.wireType) return false;
      const value = codec.read(reader);
      if (value !== codec.zero) message[name] = value;
      return true;
    },
    write: (writer, value) => {
      const codec = lazy();
      if (value === codec.zero || value === 0) return;
      writer.uint32(at(field, codec.wireType));
      within(field, () => {
        codec.write(writer, value);
      });
    },
  };
}

function repeatedField(field: protobuf.Field, lazy: LazyValue): FieldCodec {
  const { name } = field;
  const listIn = (message: PlainMessage): unknown[] => (message[name] ??= []) as unknown[];
  return {
    name,
    number: field.id,
    read: (reader, wireType, message) => {
      const codec = lazy();
      if (wireType === codec.wireType) {
        const list = listIn(message);
        reader.demandRoomIn(list);
        list.push(codec.read(reader));
        return true;
      }
      if (wireType !== wire.delimited) return false;
      const outer = reader.enter();
      const list = listIn(message);
      while (!reader.done) {
        reader.demandRoomIn(list);
        list.push(codec.read(reader));
      }
      reader.leave(outer);
      return true;
    },
    write: (writer, value) => {
      const list = value as readonly unknown[];
      if (list.length === 0) return;
      within(field, () => {
        if (lazy().wireType === wire.delimited) writeEach(writer, field, { codec: lazy(), list });
        else writePacked(writer.uint32(at(field, wire.delimited)), lazy(), list);
      });
    },
  };
}

interface Values {
  readonly codec: ValueCodec;
  readonly list: readonly unknown[];
}

function writeEach(writer: protobuf.Writer, field: protobuf.Field, { codec, list }: Values): void {
  const tag = at(field, wire.delimited);
  for (const value of list) codec.write(writer.uint32(tag), value);
}

function writePacked(writer: protobuf.Writer, codec: ValueCodec, list: readonly unknown[]): void {
  writer.fork();
  for (const value of list) codec.write(writer, value);
  writer.ldelim();
}

function mapField(field: protobuf.Field & { readonly keyType: string }, lazy: LazyValue): FieldCodec {
  const { name } = field;
  const keys = scalarCodec(field.keyType);
  return {
    name,
    number: field.id,
    read: (reader, wireType, message) => {
      if (wireType !== wire.delimited) return false;
      const [key, value] = readEntry(reader, keys, lazy());
      const map = (message[name] ??= {}) as PlainMessage;
      if (key === '__proto__')
        Object.defineProperty(map, key, { value, enumerable: true, writable: true, configurable: true });
      else map[key] = value;
      return true;
    },
    write: (writer, value) => {
      for (const [key, item] of Object.entries(value as PlainMessage)) {
        writer.uint32(at(field, wire.delimited)).fork();
        keys.write(writer.uint32((1 << 3) | keys.wireType), key);
        within(field, () => {
          lazy().write(writer.uint32((2 << 3) | lazy().wireType), item);
        });
        writer.ldelim();
      }
    },
  };
}

function readEntry(reader: WireReader, keys: ScalarCodec, values: ValueCodec): [string, unknown] {
  const outer = reader.enter();
  let key = '';
  let value = values.zero;
  while (!reader.done) {
    const tag = reader.uint32();
    if (tag >>> 3 === 1) key = String(keys.read(reader));
    else if (tag >>> 3 === 2) value = values.read(reader);
    else reader.skip(tag & 7);
  }
  reader.leave(outer);
  return [key, value ?? {}];
}
