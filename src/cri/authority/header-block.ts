// SPDX-License-Identifier: Apache-2.0
// @ts-expect-error hpack.js ships no types; what is used of it is written down below.
import untypedHpack from 'hpack.js';

export interface Header {
  readonly name: string;
  readonly value: string;
}

interface TableEntry extends Header {
  readonly nameSize: number;
}

interface Hpack {
  readonly decoder: {
    create(): {
      isEmpty(): boolean;
      push(bytes: Buffer): void;
      decodeBit(): 0 | 1;
      decodeInt(): number;
      decodeStr(): ArrayLike<number>;
    };
  };
  readonly table: {
    create(options: { maxSize: number }): {
      lookup(index: number): TableEntry;
      add(name: string, value: string, nameSize: number, valueSize: number): void;
      updateSize(bytes: number): void;
    };
  };
}

const hpack = untypedHpack as Hpack;

/** Maximum size of a client's dynamic table unless the server sets another, which Node's does not. */
const tableBytes = 4096;

/** Decodes the header blocks of one direction of a connection, in order, because they share a table. */
export class HeaderBlockDecoder {
  readonly #bits = hpack.decoder.create();
  readonly #table = hpack.table.create({ maxSize: tableBytes });

  /** Throws if the block is not valid HPACK; after that, nothing on this connection can be decoded. */
  decode(block: Buffer): readonly Header[] {
    const headers: Header[] = [];
    this.#bits.push(block);
    while (!this.#bits.isEmpty()) this.#representation(headers);
    return headers;
  }

  #representation(headers: Header[]): void {
    const bits = this.#bits;
    const isIndexed = bits.decodeBit() === 1;
    if (isIndexed) {
      headers.push(this.#table.lookup(bits.decodeInt()));
      return;
    }
    const isAdded = bits.decodeBit() === 1;
    const isSizeUpdate = !isAdded && bits.decodeBit() === 1;
    if (isSizeUpdate) {
      this.#table.updateSize(bits.decodeInt());
      return;
    }
    if (!isAdded) bits.decodeBit();
    headers.push(this.#literal(isAdded));
  }

  #literal(indexed: boolean): Header {
    const index = this.#bits.decodeInt();
    const known = index === 0 ? undefined : this.#table.lookup(index);
    const name = known?.name ?? this.#text();
    const value = this.#text();
    if (indexed) this.#table.add(name, value, name.length, value.length);
    return { name, value };
  }

  #text(): string {
    return Buffer.from(this.#bits.decodeStr()).toString('latin1');
  }
}

function pushLength(bytes: number[], length: number): void {
  if (length < 127) {
    bytes.push(length);
    return;
  }
  bytes.push(127);
  let rest = length - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
}

/** A block of literals, which neither reads nor changes a dynamic table. */
export function literalHeaderBlock(headers: readonly Header[]): Buffer {
  const parts = headers.flatMap(({ name, value }) => {
    const before: number[] = [0];
    pushLength(before, name.length);
    const between: number[] = [];
    pushLength(between, value.length);
    return [
      Buffer.from(before),
      Buffer.from(name, 'latin1'),
      Buffer.from(between),
      Buffer.from(value, 'latin1'),
    ];
  });
  return Buffer.concat(parts);
}
