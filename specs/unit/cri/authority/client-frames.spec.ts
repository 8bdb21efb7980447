// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';

import { ClientFrames } from '#cri/authority/client-frames.js';
import { HeaderBlockDecoder, literalHeaderBlock, type Header } from '#cri/authority/header-block.js';

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const type = { data: 0, headers: 1, priority: 2, settings: 4, ping: 6, windowUpdate: 8, continuation: 9 };
const flag = { endStream: 1, endHeaders: 4, padded: 8, priority: 0x20 };

function frame(
  kind: number,
  flags: number,
  ...[payload, stream = 1]: [payload: Buffer, stream?: number]
): Buffer {
  const header = Buffer.alloc(9);
  header.writeUIntBE(payload.length, 0, 3);
  header[3] = kind;
  header[4] = flags;
  header.writeUInt32BE(stream, 5);
  return Buffer.concat([header, payload]);
}

interface Frame {
  readonly kind: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

function framesIn(bytes: Buffer): Frame[] {
  const frames: Frame[] = [];
  for (let at = preface.length; at < bytes.length;) {
    const length = bytes.readUIntBE(at, 3);
    frames.push({
      kind: bytes[at + 3] ?? -1,
      flags: bytes[at + 4] ?? -1,
      stream: bytes.readUInt32BE(at + 5),
      payload: bytes.subarray(at + 9, at + 9 + length),
    });
    at += 9 + length;
  }
  return frames;
}

/** What comes out, however the bytes are cut. */
function through(...sent: Buffer[]): Buffer {
  const bytes = Buffer.concat([preface, ...sent]);
  const outs = [1, 3, 7, 100, bytes.length].map((size) => {
    const out: Buffer[] = [];
    const frames = new ClientFrames((part) => out.push(Buffer.from(part)));
    for (let at = 0; at < bytes.length; at += size) frames.push(bytes.subarray(at, at + size));
    return Buffer.concat(out);
  });
  for (const out of outs) expect(out.equals(outs[0] ?? Buffer.alloc(0))).toBe(true);
  return outs[0] ?? Buffer.alloc(0);
}

const path = { name: ':authority', value: '/run/x.sock' };
const localhost = { name: ':authority', value: 'localhost' };
const post = { name: ':method', value: 'POST' };
const decode = (block: Buffer): readonly Header[] => new HeaderBlockDecoder().decode(block);

/** As RFC 7541 has it: literal with incremental indexing, the name from the static table (1 is `:authority`). */
const indexedAuthority = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x41, value.length]), Buffer.from(value)]);
const secondTime = Buffer.from([0x80 | 62]);

describe('the client half of a connection', () => {
  it('passes everything but header blocks as it came', () => {
    const sent = [
      frame(type.settings, 0, Buffer.from([0, 4, 0, 1, 0, 0]), 0),
      frame(type.windowUpdate, 0, Buffer.from([0, 0, 1, 0]), 0),
      frame(type.priority, 0, Buffer.alloc(5), 3),
      frame(type.data, flag.endStream, Buffer.alloc(20_000, 'x')),
      frame(type.ping, 0, Buffer.alloc(8), 0),
      frame(0x42, 0xff, Buffer.from('a frame from the future')),
    ];
    expect(through(...sent).equals(Buffer.concat([preface, ...sent]))).toBe(true);
  });

  it('leaves header blocks alone while the authority is fine', () => {
    const sent = [
      frame(type.headers, flag.endHeaders, indexedAuthority('localhost')),
      frame(type.headers, flag.endHeaders | flag.endStream, secondTime, 3),
    ];
    expect(through(...sent).equals(Buffer.concat([preface, ...sent]))).toBe(true);
  });

  it('replaces a path, and what refers to it later', () => {
    const frames = framesIn(
      through(
        frame(type.headers, flag.endHeaders, indexedAuthority('/run/x.sock')),
        frame(type.headers, flag.endHeaders | flag.endStream, secondTime, 3),
      ),
    );
    expect(frames.map(({ payload }) => decode(payload))).toEqual([[localhost], [localhost]]);
    expect(frames.map(({ stream }) => stream)).toEqual([1, 3]);
    expect(frames.map(({ flags }) => flags)).toEqual([flag.endHeaders, flag.endHeaders | flag.endStream]);
  });

  it('keeps tables apart when the first blocks were left alone', () => {
    const frames = framesIn(
      through(
        frame(type.headers, flag.endHeaders, indexedAuthority('localhost')),
        frame(type.headers, flag.endHeaders, indexedAuthority('/run/x.sock'), 3),
        frame(type.headers, flag.endHeaders, Buffer.from([0x80 | 62, 0x80 | 63]), 5),
      ),
    );
    const server = new HeaderBlockDecoder();
    expect(frames.map(({ payload }) => server.decode(payload))).toEqual([
      [localhost],
      [localhost],
      [localhost, localhost],
    ]);
  });

  it('follows changes of the table’s size', () => {
    const frames = framesIn(
      through(
        frame(type.headers, flag.endHeaders, indexedAuthority('/run/x.sock')),
        frame(
          type.headers,
          flag.endHeaders,
          Buffer.concat([Buffer.from([0x20]), indexedAuthority('/run/y.sock')]),
          3,
        ),
        frame(
          type.headers,
          flag.endHeaders,
          Buffer.concat([Buffer.from([0x3f, 0xe1, 0x1f]), indexedAuthority('/run/z.sock')]),
          5,
        ),
        frame(type.headers, flag.endHeaders, secondTime, 7),
      ),
    );
    expect(frames.map(({ payload }) => decode(payload))).toEqual([
      [localhost],
      [localhost],
      [localhost],
      [localhost],
    ]);
  });

  it('keeps the priority and drops the padding', () => {
    const priority = Buffer.from([0x80, 0, 0, 3, 15]);
    const payload = Buffer.concat([
      Buffer.from([4]),
      priority,
      literalHeaderBlock([path, post]),
      Buffer.alloc(4),
    ]);
    const [out] = framesIn(
      through(frame(type.headers, flag.endHeaders | flag.padded | flag.priority, payload)),
    );
    expect(out?.flags).toBe(flag.endHeaders | flag.priority);
    expect(out?.payload.subarray(0, 5)).toEqual(priority);
    expect(decode(out?.payload.subarray(5) ?? Buffer.alloc(0))).toEqual([localhost, post]);
  });

  it('joins CONTINUATION frames and cuts what is too large for a frame', () => {
    const large = { name: 'x-large', value: 'x'.repeat(40_000) };
    const block = literalHeaderBlock([large, path]);
    const parts = [
      block.subarray(0, 10),
      block.subarray(10, 16_000),
      block.subarray(16_000, 32_000),
      block.subarray(32_000),
    ];
    const frames = framesIn(
      through(
        frame(type.headers, flag.endStream, parts[0] ?? block),
        ...parts.slice(1).map((part, at) => frame(type.continuation, at === 2 ? flag.endHeaders : 0, part)),
        frame(type.data, 0, Buffer.from('after'), 3),
      ),
    );
    expect(frames.map(({ kind }) => kind)).toEqual([
      type.headers,
      type.continuation,
      type.continuation,
      type.data,
    ]);
    expect(frames.map(({ flags }) => flags)).toEqual([flag.endStream, 0, flag.endHeaders, 0]);
    expect(frames.every(({ payload }) => payload.length <= 16_384)).toBe(true);
    expect(decode(Buffer.concat(frames.slice(0, 3).map(({ payload }) => payload)))).toEqual([
      large,
      localhost,
    ]);
  });

  it.each([
    ['a block that is not HPACK', frame(type.headers, flag.endHeaders, Buffer.from([0x80 | 70]))],
    ['a CONTINUATION on its own', frame(type.continuation, flag.endHeaders, Buffer.from([0x82]))],
    [
      'padding longer than the frame',
      frame(type.headers, flag.endHeaders | flag.padded, Buffer.from([9, 0x82])),
    ],
  ])('leaves %s to the server to refuse', (_name, broken) => {
    const after = frame(type.ping, 0, Buffer.alloc(8), 0);
    expect(through(broken, after).equals(Buffer.concat([preface, broken, after]))).toBe(true);
  });

  it('leaves what is not HTTP/2 to the server to refuse', () => {
    const out: Buffer[] = [];
    const frames = new ClientFrames((part) => out.push(part));
    frames.push(Buffer.from('PRI'));
    frames.push(Buffer.from('NT / HTTP/1.1\r\n'));
    frames.push(Buffer.from('\r\n'));
    expect(Buffer.concat(out).toString()).toBe('PRINT / HTTP/1.1\r\n\r\n');
  });
});
