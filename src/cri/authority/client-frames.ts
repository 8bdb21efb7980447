// SPDX-License-Identifier: Apache-2.0
import { HeaderRewriter } from './header-rewriter.js';

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
const frameHeaderBytes = 9;
const frameType = { headers: 1, continuation: 9 } as const;
const flag = { endStream: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;
const priorityBytes = 5;
/** The largest frame that every HTTP/2 peer accepts. */
const maxFrameBytes = 16_384;
const maxBlockBytes = 1024 * 1024;

interface OpenBlock {
  readonly stream: number;
  readonly flags: number;
  readonly priority: Buffer;
  readonly parts: Buffer[];
  bytes: number;
}

/** The client's half of an HTTP/2 connection: rewrites header blocks, passes everything else through. */
export class ClientFrames {
  readonly #rewriter = new HeaderRewriter();
  readonly #emit: (bytes: Buffer) => void;
  #waiting: Buffer = Buffer.alloc(0);
  /** Bytes left of a frame that is passed through. */
  #passing = 0;
  #begun = false;
  /** Not HTTP/2, or broken: the server reports that itself. */
  #untouched = false;
  #block: OpenBlock | undefined;

  constructor(emit: (bytes: Buffer) => void) {
    this.#emit = emit;
  }

  push(chunk: Buffer): void {
    if (this.#untouched) {
      this.#emit(chunk);
      return;
    }
    const bytes = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    let at = 0;
    try {
      for (let took = -1; took !== 0 && at < bytes.length; at += took) took = this.#take(bytes, at);
      this.#waiting = bytes.subarray(at);
    } catch {
      this.#untouched = true;
      this.#waiting = Buffer.alloc(0);
      this.#emit(bytes.subarray(at));
    }
  }

  /** Returns how many bytes were handled; 0: incomplete. */
  #take(bytes: Buffer, at: number): number {
    if (!this.#begun) return this.#takePreface(bytes);
    if (this.#passing > 0) return this.#pass(bytes, at, Math.min(this.#passing, bytes.length - at));
    if (bytes.length - at < frameHeaderBytes) return 0;
    const type = bytes[at + 3];
    const length = frameHeaderBytes + bytes.readUIntBE(at, 3);
    if (type !== frameType.headers && type !== frameType.continuation) {
      this.#passing = length;
      return this.#pass(bytes, at, Math.min(length, bytes.length - at));
    }
    if (length > frameHeaderBytes + maxFrameBytes) throw new RangeError('frame too large');
    if (bytes.length - at < length) return 0;
    this.#headerFrame(bytes.subarray(at, at + length));
    return length;
  }

  #takePreface(bytes: Buffer): number {
    const length = Math.min(bytes.length, preface.length);
    if (preface.compare(bytes, 0, length, 0, length) !== 0) throw new RangeError('not HTTP/2');
    if (bytes.length < preface.length) return 0;
    this.#begun = true;
    this.#emit(bytes.subarray(0, preface.length));
    return preface.length;
  }

  #pass(bytes: Buffer, at: number, length: number): number {
    this.#emit(bytes.subarray(at, at + length));
    this.#passing -= length;
    return length;
  }

  #headerFrame(frame: Buffer): void {
    const flags = frame[4] as number;
    const stream = frame.readUInt32BE(5);
    const block =
      frame[3] === frameType.headers ? openBlock(frame, flags, stream) : this.#continued(frame, stream);
    if (block.bytes > maxBlockBytes) throw new RangeError('header block too large');
    this.#block = block;
    if ((flags & flag.endHeaders) === 0) return;
    this.#block = undefined;
    for (const out of framesOf(block, this.#rewriter.rewrite(Buffer.concat(block.parts)))) this.#emit(out);
  }

  #continued(frame: Buffer, stream: number): OpenBlock {
    const block = this.#block;
    if (block?.stream !== stream) throw new RangeError('CONTINUATION without HEADERS');
    const payload = frame.subarray(frameHeaderBytes);
    block.parts.push(Buffer.from(payload));
    block.bytes += payload.length;
    return block;
  }
}

function openBlock(frame: Buffer, flags: number, stream: number): OpenBlock {
  const padded = (flags & flag.padded) !== 0;
  const padding = padded ? (frame[frameHeaderBytes] as number) : 0;
  const from = frameHeaderBytes + (padded ? 1 : 0);
  const priority = frame.subarray(from, from + ((flags & flag.priority) === 0 ? 0 : priorityBytes));
  const end = frame.length - padding;
  if (from + priority.length > end) throw new RangeError('padding longer than the frame');
  const part = Buffer.from(frame.subarray(from + priority.length, end));
  return { stream, flags, priority: Buffer.from(priority), parts: [part], bytes: part.length };
}

function framesOf(open: OpenBlock, block: Buffer): Buffer[] {
  const payload = Buffer.concat([open.priority, block]);
  const frames: Buffer[] = [];
  for (let at = 0; at === 0 || at < payload.length; at += maxFrameBytes) {
    const part = payload.subarray(at, at + maxFrameBytes);
    const last = at + maxFrameBytes >= payload.length ? flag.endHeaders : 0;
    const first = at === 0;
    const header = Buffer.alloc(frameHeaderBytes);
    header.writeUIntBE(part.length, 0, 3);
    header[3] = first ? frameType.headers : frameType.continuation;
    header[4] = last | (first ? open.flags & (flag.endStream | flag.priority) : 0);
    header.writeUInt32BE(open.stream, 5);
    frames.push(Buffer.concat([header, part]));
  }
  return frames;
}
