// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { Duplex } from 'node:stream';
import { FrameBuffer } from './frame-buffer.js';
import { roomIn, send } from './patience.js';

const handshakeSuffix = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const opcode = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
const normalClosure = 1000;
const maxFrameBytes = 1024 * 1024;
const maxMessageBytes = 4 * 1024 * 1024;
const maxHeadBytes = 14;

export const acceptKey = (key: string): string =>
  createHash('sha1')
    .update(key + handshakeSuffix)
    .digest('base64');

export interface WebSocketHandlers {
  readonly onMessage: (bytes: Buffer) => void;
  readonly onClose: () => void;
}

/** The server's side of one WebSocket connection after the handshake. */
export class WebSocket {
  readonly #socket: Duplex;
  readonly #handlers: WebSocketHandlers;
  readonly #pending: FrameBuffer = new FrameBuffer();
  #parts: Buffer[] = [];
  #partBytes = 0;

  constructor(socket: Duplex, handlers: WebSocketHandlers) {
    this.#socket = socket;
    this.#handlers = handlers;
    socket.on('data', (chunk: Buffer) => {
      if (socket.destroyed) return;
      this.#pending.push(chunk);
      this.#drain();
    });
    socket.on('end', () => socket.end());
    socket.on('close', handlers.onClose).on('error', () => socket.destroy());
  }

  send(bytes: Buffer): void {
    this.#frame(opcode.binary, bytes);
  }

  close(): void {
    const code = Buffer.alloc(2);
    code.writeUInt16BE(normalClosure);
    this.#frame(opcode.close, code);
    this.#socket.end();
  }

  #drain(): void {
    for (;;) {
      const size = frameSize(this.#pending.peek(maxHeadBytes));
      if (size === undefined) return;
      // Before any of it is waited for.
      if (size.body > maxFrameBytes || this.#partBytes + size.body > maxMessageBytes) {
        this.#socket.destroy();
        return;
      }
      const frame = this.#pending.take(size.head + size.body);
      if (frame === undefined) return;
      this.#take(frame.readUInt8(0), unmasked(frame.subarray(size.head - size.mask), size.mask));
    }
  }

  #take(head: number, body: Buffer): void {
    const isFinal = (head & 0x80) !== 0;
    switch (head & 0x0f) {
      case opcode.close:
        this.close();
        return;
      case opcode.ping:
        this.#frame(opcode.pong, body);
        return;
      case opcode.pong:
        return;
      default:
        this.#keep(body, isFinal);
    }
  }

  #keep(body: Buffer, isFinal: boolean): void {
    // An empty part counts, too.
    this.#partBytes += body.length + 1;
    this.#parts.push(body);
    if (!isFinal) return;
    this.#partBytes = 0;
    this.#handlers.onMessage(Buffer.concat(this.#parts.splice(0)));
  }

  #frame(code: number, body: Buffer): void {
    send(this.#socket, Buffer.concat([frameHead(code, body.length), body]));
  }
}

function frameSize(bytes: Buffer): { head: number; mask: number; body: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const mask = (bytes.readUInt8(1) & 0x80) === 0 ? 0 : 4;
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
  if (bytes.length < 2 + extra) return undefined;
  const body = extra === 2 ? bytes.readUInt16BE(2) : extra === 8 ? Number(bytes.readBigUInt64BE(2)) : short;
  return { head: 2 + extra + mask, mask, body };
}

function unmasked(bytes: Buffer, maskLength: number): Buffer {
  const body = Buffer.from(bytes.subarray(maskLength));
  if (maskLength === 0) return body;
  for (let at = 0; at < body.length; at++) body.writeUInt8(body.readUInt8(at) ^ bytes.readUInt8(at % 4), at);
  return body;
}

function frameHead(code: number, length: number): Buffer {
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head.writeUInt8(0x80 | code, 0);
  head.writeUInt8(length < 126 ? length : length < 65_536 ? 126 : 127, 1);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** A byte stream inside a WebSocket, each message a piece of it. */
export function tunnel(socket: Duplex): Duplex {
  const duplex = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      inner.send(chunk);
      void roomIn(socket).then(() => {
        done();
      });
    },
    final: (done) => {
      inner.close();
      done();
    },
  });
  const inner = new WebSocket(socket, {
    onMessage: (bytes) => duplex.push(bytes),
    onClose: () => duplex.push(null),
  });
  return duplex;
}
