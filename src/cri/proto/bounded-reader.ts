// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';
import type protobuf from 'protobufjs';

/** No list of a real node is longer; of an empty item two bytes on the wire make two hundred in memory. */
export const maxListItems = 20_000;
/** Fields of one answer, those of the messages within it included. */
export const maxFields = 500_000;

/** A tag and what follows it: a length, or the number itself. */
const numbersPerField = 2;

/** The bytes are what the proto says, and more than we are willing to hold. */
export class TooMuchToRead extends RangeError {
  override readonly name = 'TooMuchToRead';
}

/**
 * The protobufjs that proto-loader decodes with: its decoders take no reader of another copy, and which copies are
 * installed is for the package manager to decide.
 */
const { Reader } = createRequire(createRequire(import.meta.url).resolve('@grpc/proto-loader'))(
  'protobufjs',
) as typeof protobuf;

/** Node's own: `toString` without its checks, which cost as much as the work. */
interface SlicingBuffer extends Buffer {
  utf8Slice(from: number, to: number): string;
}

/**
 * Counts what it reads, because a hostile answer of 16 MB decodes into gigabytes. A text that ends too early is an error,
 * where the reader of protobufjs returns what there is.
 */
class BoundedReader extends Reader {
  readonly #bytes: SlicingBuffer;
  #left = maxFields * numbersPerField;
  /** Of the answer itself, where its list is. The last item ends where the answer does: its fields are counted with it. */
  #leftOnTop = maxListItems * numbersPerField;

  constructor(bytes: Buffer) {
    super(bytes);
    this.#bytes = bytes as SlicingBuffer;
  }

  #count(): void {
    if (--this.#left < 0) throw new TooMuchToRead(`${maxFields} fields in a message`);
    // Within a message of it, the decoder has drawn the end in.
    if (this.len === this.#bytes.length && --this.#leftOnTop < 0)
      throw new TooMuchToRead(`${maxListItems} items in a list`);
  }

  override uint32(): number {
    this.#count();
    return super.uint32();
  }

  override int64(): protobuf.Long {
    this.#count();
    return super.int64();
  }

  override uint64(): protobuf.Long {
    this.#count();
    return super.uint64();
  }

  override string(): string {
    const length = this.uint32();
    const start = this.pos;
    this.skip(length);
    return this.#bytes.utf8Slice(start, this.pos);
  }
}

/** What proto-loader's decoders may be given instead of bytes. */
export function boundedReader(bytes: Buffer): Buffer {
  const reader: unknown = new BoundedReader(bytes);
  return reader as Buffer;
}
