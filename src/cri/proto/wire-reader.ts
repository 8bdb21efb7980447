// SPDX-License-Identifier: Apache-2.0
export const wire = { varint: 0, fixed64: 1, delimited: 2, groupStart: 3, groupEnd: 4, fixed32: 5 } as const;

/** Node's own: `toString` without its checks, which cost as much as the work. */
interface SlicingBuffer extends Buffer {
  utf8Slice(from: number, to: number): string;
  base64Slice(from: number, to: number): string;
}

const low32 = 0x1_0000_0000;

function toDecimal(high: number, low: number): string {
  if (high < 0x20_0000) return String(high * low32 + low);
  return ((BigInt(high) << 32n) | BigInt(low)).toString();
}

/** No list of a real node is longer; of an empty item two bytes of the wire make a hundred in memory. */
export const maxListItems = 20_000;
/** Lists, maps and messages within messages, all of one answer together. */
export const maxValues = 500_000;

/** The bytes are what the proto says, and more than we are willing to hold. */
export class TooMuchToRead extends RangeError {
  override readonly name = 'TooMuchToRead';
}

/** Reads protobuf from a buffer, front to back; throws RangeError when it ends early. */
export class WireReader {
  readonly #bytes: SlicingBuffer;
  #at = 0;
  #values = 0;
  /** Where the message being read stops. */
  end: number;

  constructor(bytes: Buffer) {
    this.#bytes = bytes as SlicingBuffer;
    this.end = bytes.length;
  }

  get done(): boolean {
    return this.#at >= this.end;
  }

  #byte(): number {
    if (this.#at >= this.end) throw new RangeError(`the message ends inside a field, at byte ${this.#at}`);
    return this.#bytes[this.#at++] as number;
  }

  /** A varint cut to its lowest 32 bits. */
  uint32(): number {
    let byte = this.#byte();
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let shift = 7; shift < 70; shift += 7) {
      byte = this.#byte();
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw new RangeError(`a varint longer than ten bytes, at byte ${this.#at}`);
  }

  #varint64(): [high: number, low: number] {
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#byte();
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high |= bits >>> 4;
      } else high |= bits << (shift - 32);
      if (byte < 0x80) return [high >>> 0, low >>> 0];
    }
    throw new RangeError(`a varint longer than ten bytes, at byte ${this.#at}`);
  }

  uint64(): string {
    return toDecimal(...this.#varint64());
  }

  int64(): string {
    const [high, low] = this.#varint64();
    if (high < 0x8000_0000) return toDecimal(high, low);
    return BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low)).toString();
  }

  bool(): boolean {
    const [high, low] = this.#varint64();
    return (high | low) !== 0;
  }

  double(): number {
    return this.#bytes.readDoubleLE(this.#take(8));
  }

  /** The place where `length` more bytes begin, and steps over them. */
  #take(length: number): number {
    const from = this.#at;
    if (length > this.end - from)
      throw new RangeError(`${length} bytes announced at byte ${from}, fewer are there`);
    this.#at = from + length;
    return from;
  }

  string(): string {
    const length = this.uint32();
    const from = this.#take(length);
    return this.#bytes.utf8Slice(from, from + length);
  }

  base64(): string {
    const length = this.uint32();
    const from = this.#take(length);
    return this.#bytes.base64Slice(from, from + length);
  }

  /** One more value for the list, if there is room for it. */
  demandRoomIn(list: readonly unknown[]): void {
    if (list.length >= maxListItems) throw new TooMuchToRead(`${maxListItems} items in a list`);
    this.#countValue();
  }

  #countValue(): void {
    if (++this.#values > maxValues) throw new TooMuchToRead(`${maxValues} values in a message`);
  }

  /** Narrows the reader to the length that follows; give the result to `leave`. */
  enter(): number {
    this.#countValue();
    const outer = this.end;
    const length = this.uint32();
    if (length > outer - this.#at)
      throw new RangeError(`${length} bytes announced at byte ${this.#at}, fewer are there`);
    this.end = this.#at + length;
    return outer;
  }

  leave(outer: number): void {
    this.end = outer;
  }

  skip(wireType: number): void {
    if (wireType === wire.varint) this.#varint64();
    else if (wireType === wire.fixed64) this.#take(8);
    else if (wireType === wire.delimited) this.#take(this.uint32());
    else if (wireType === wire.fixed32) this.#take(4);
    else if (wireType === wire.groupStart) this.#skipGroup();
    else throw new RangeError(`wire type ${wireType} at byte ${this.#at}`);
  }

  #skipGroup(): void {
    for (;;) {
      const wireType = this.uint32() & 7;
      if (wireType === wire.groupEnd) return;
      this.skip(wireType);
    }
  }
}
