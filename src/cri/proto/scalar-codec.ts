// SPDX-License-Identifier: Apache-2.0
import type protobuf from 'protobufjs';

import { wire, type WireReader } from './wire-reader.js';

/** One kind of value that is not a message: how it is read, written, and what its default looks like. */
export interface ScalarCodec {
  readonly wireType: number;
  readonly zero: unknown;
  read(reader: WireReader): unknown;
  write(writer: protobuf.Writer, value: unknown): void;
}

function expect(kind: 'string' | 'boolean' | 'number', value: unknown): void {
  if (typeof value !== kind) throw new TypeError(`a ${kind} is needed, this is ${JSON.stringify(value)}`);
}

type LongLike = Parameters<protobuf.Writer['int64']>[0];

function longOf(value: unknown): LongLike {
  const big = BigInt(value as string | number | bigint);
  if (big >= BigInt(Number.MIN_SAFE_INTEGER) && big <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(big);
  const halves = {
    low: Number(big & 0xffff_ffffn),
    high: Number((big >> 32n) & 0xffff_ffffn),
    unsigned: true,
  };
  return halves;
}

const scalars: Readonly<Record<string, ScalarCodec>> = {
  string: {
    wireType: wire.delimited,
    zero: '',
    read: (reader) => reader.string(),
    write: (writer, value) => {
      expect('string', value);
      writer.string(value as string);
    },
  },
  bytes: {
    wireType: wire.delimited,
    zero: '',
    read: (reader) => reader.base64(),
    write: (writer, value) => {
      expect('string', value);
      writer.bytes(Buffer.from(value as string, 'base64'));
    },
  },
  bool: {
    wireType: wire.varint,
    zero: false,
    read: (reader) => reader.bool(),
    write: (writer, value) => {
      expect('boolean', value);
      writer.bool(value as boolean);
    },
  },
  double: {
    wireType: wire.fixed64,
    zero: 0,
    read: (reader) => reader.double(),
    write: (writer, value) => {
      expect('number', value);
      writer.double(value as number);
    },
  },
  int32: {
    wireType: wire.varint,
    zero: 0,
    read: (reader) => reader.uint32() | 0,
    write: (writer, value) => {
      expect('number', value);
      writer.int32(value as number);
    },
  },
  uint32: {
    wireType: wire.varint,
    zero: 0,
    read: (reader) => reader.uint32(),
    write: (writer, value) => {
      expect('number', value);
      writer.uint32(value as number);
    },
  },
  int64: {
    wireType: wire.varint,
    zero: '0',
    read: (reader) => reader.int64(),
    write: (writer, value) => writer.int64(longOf(value)),
  },
  uint64: {
    wireType: wire.varint,
    zero: '0',
    read: (reader) => reader.uint64(),
    write: (writer, value) => writer.uint64(longOf(value)),
  },
};

export function scalarCodec(type: string): ScalarCodec {
  const codec = scalars[type];
  if (codec === undefined) throw new TypeError(`no codec for the scalar type ${type}`);
  return codec;
}

/** Enums are their names; a number without a name stays a number, both ways. */
export function enumCodec(type: protobuf.Enum): ScalarCodec {
  const { valuesById, values } = type;
  return {
    wireType: wire.varint,
    zero: valuesById[0],
    read: (reader) => {
      const number = reader.uint32() | 0;
      return valuesById[number] ?? number;
    },
    write: (writer, value) => {
      const number = typeof value === 'number' ? value : values[value as string];
      if (number === undefined) throw new TypeError(`${type.name} has no value ${JSON.stringify(value)}`);
      writer.int32(number);
    },
  };
}
