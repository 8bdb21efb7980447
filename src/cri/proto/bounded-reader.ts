// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';
import type protobuf from 'protobufjs';

/** No real node has a longer list; an empty item is two bytes on the wire and two hundred in memory. */
export const maxListItems = 20_000;
/** Fields of one answer, including nested messages. */
export const maxFields = 500_000;

/** A tag and what follows it: a length, or the number itself. */
const numbersPerField = 2;

/** The bytes are valid, but decode to more than we accept. */
export class TooMuchToRead extends RangeError {
  override readonly name = 'TooMuchToRead';
}

/**
 * The protobufjs that proto-loader decodes with: its decoders reject a reader from another copy, and the
 * package manager decides which copies exist.
 */
const { Reader } = createRequire(createRequire(import.meta.url).resolve('@grpc/proto-loader'))(
  'protobufjs',
) as typeof protobuf;

/** Node's internal `toString` without checks, which would double the time. */
interface SlicingBuffer extends Buffer {
  utf8Slice(from: number, to: number): string;
}

/**
 * Counts what it reads, because a hostile answer of 16 MB decodes into gigabytes. A truncated string is an
 * error, whereas protobufjs returns what there is.
 */
class BoundedReader extends Reader {
  readonly #bytes: SlicingBuffer;
  #left = maxFields * numbersPerField;
  /**
   * For the answer's own fields, which include its list. The last item ends where the answer does, so its
   * fields count, too.
   */
  #leftOnTop = maxListItems * numbersPerField;

  constructor(bytes: Buffer) {
    super(bytes);
    this.#bytes = bytes as SlicingBuffer;
  }

  #count(): void {
    if (--this.#left < 0) throw new TooMuchToRead(`${maxFields} fields in a message`);
    // Within a nested message, the decoder has moved `len`.
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

/** What to pass to proto-loader's decoders instead of bytes. */
export function boundedReader(bytes: Buffer): Buffer {
  const reader: unknown = new BoundedReader(bytes);
  return reader as Buffer;
}
