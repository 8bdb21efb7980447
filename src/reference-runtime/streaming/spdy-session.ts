// SPDX-License-Identifier: Apache-2.0
import type { Duplex } from 'node:stream';
import { FrameBuffer } from './frame-buffer.js';
import { send } from './patience.js';
import { HeaderReader, HeaderWriter } from './spdy-headers.js';

/** A stream that the client opened. */
export interface SpdyStream {
  readonly headers: ReadonlyMap<string, string>;
  onData: (bytes: Buffer) => void;
  /** Called when the client sends no more. */
  onEnd: () => void;
  write(bytes: Buffer): void;
  end(): void;
}

const version = 3;
const kind = { synStream: 1, synReply: 2, reset: 3, ping: 6, goAway: 7 } as const;
const finFlag = 1;
const headBytes = 8;
const maxFrameBytes = 1024 * 1024;
const maxStreams = 512;
const maxDataPerFrame = 32 * 1024;

interface Frame {
  readonly control: number | undefined;
  readonly streamId: number;
  readonly flags: number;
  readonly payload: Buffer;
}

/** The server side of SPDY/3.1, as far as remote commands and port forwarding need it. */
export class SpdySession {
  readonly #socket: Duplex;
  readonly #onStream: (stream: SpdyStream) => void;
  readonly #streams = new Map<number, SpdyStream>();
  readonly #reader = new HeaderReader();
  readonly #writer = new HeaderWriter();
  readonly #pending: FrameBuffer = new FrameBuffer();

  constructor(socket: Duplex, onStream: (stream: SpdyStream) => void) {
    this.#socket = socket;
    this.#onStream = onStream;
  }

  /** Serves until the connection ends. Never rejects. */
  async serve(): Promise<void> {
    try {
      for await (const chunk of this.#socket) {
        this.#pending.push(chunk as Buffer);
        for (let frame = this.#next(); frame !== undefined; frame = this.#next()) await this.#handle(frame);
      }
    } catch {
      this.#socket.destroy();
    }
    for (const stream of this.#streams.values()) stream.onEnd();
    this.#reader.close();
    this.#writer.close();
  }

  #next(): Frame | undefined {
    const head = this.#pending.peek(headBytes);
    if (head.length < headBytes) return undefined;
    const length = head.readUIntBE(5, 3);
    if (length > maxFrameBytes) throw new Error('the frame is too long');
    const frame = this.#pending.take(headBytes + length);
    if (frame === undefined) return undefined;
    const first = frame.readUInt32BE(0);
    return {
      control: first >= 0x8000_0000 ? first & 0xffff : undefined,
      streamId: first,
      flags: frame.readUInt8(4),
      payload: frame.subarray(headBytes),
    };
  }

  async #handle(frame: Frame): Promise<void> {
    switch (frame.control) {
      case undefined:
        this.#data(frame);
        break;
      case kind.synStream:
        await this.#open(frame);
        break;
      case kind.reset:
        this.#reset(frame.payload.readUInt32BE(0));
        break;
      case kind.ping:
        this.#send(kind.ping, frame.payload);
        break;
      case kind.goAway:
        this.#socket.end();
        break;
      default:
    }
  }

  #data({ streamId, flags, payload }: Frame): void {
    const stream = this.#streams.get(streamId);
    if (stream === undefined) return;
    if (payload.length > 0) stream.onData(Buffer.from(payload));
    if ((flags & finFlag) !== 0) stream.onEnd();
  }

  async #open({ payload, flags }: Frame): Promise<void> {
    const id = payload.readUInt32BE(0);
    if (this.#streams.size >= maxStreams) throw new Error('there are too many streams');
    const headers = await this.#reader.read(payload.subarray(10));
    const stream: SpdyStream = {
      headers,
      onData: () => undefined,
      onEnd: () => undefined,
      write: (bytes) => {
        this.#write(id, bytes);
      },
      end: () => {
        if (this.#streams.delete(id)) this.#frame(id, Buffer.alloc(0), finFlag);
      },
    };
    this.#streams.set(id, stream);
    const number = Buffer.alloc(4);
    number.writeUInt32BE(id);
    this.#send(kind.synReply, Buffer.concat([number, await this.#writer.write(new Map())]));
    this.#onStream(stream);
    if ((flags & finFlag) !== 0) stream.onEnd();
  }

  #reset(id: number): void {
    this.#streams.get(id)?.onEnd();
    this.#streams.delete(id);
  }

  #write(id: number, bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += maxDataPerFrame)
      this.#frame(id, bytes.subarray(at, at + maxDataPerFrame), 0);
  }

  #send(type: number, payload: Buffer): void {
    this.#frame(0x8000_0000 + version * 0x1_0000 + type, payload, 0);
  }

  #frame(first: number, payload: Buffer, flags: number): void {
    const head = Buffer.alloc(headBytes);
    head.writeUInt32BE(first, 0);
    head.writeUInt8(flags, 4);
    head.writeUIntBE(payload.length, 5, 3);
    send(this.#socket, Buffer.concat([head, payload]));
  }
}
