// SPDX-License-Identifier: Apache-2.0
import type { CallOptions, CriClient, CriStream } from '#cri/client.js';
import type { CriMethod, RequestOf, StreamMethod, UnaryMethod } from '#cri/methods.js';
import type { Outcome, StreamItem } from '#cri/outcome.js';
import type { EndedAs } from './event.js';
import { redact } from './redact.js';
import type { Tape } from './tape.js';

/** Wraps a client so that every call is written down before it is made and again when it ends. */
export function recordingClient(inner: CriClient, { tape, scenario }: Recording): CriClient {
  const begin = (rpc: CriMethod, request: object, options: CallOptions): number => {
    const seq = tape.nextSeq();
    const written = redact(rpc, request as Readonly<Record<string, unknown>>);
    const deadlineMs = options.deadlineMs ?? null;
    tape.append({ type: 'call', seq, scenario, rpc, deadlineMs, request: written, atMs: tape.nowMs() });
    return seq;
  };
  const end = (seq: number, outcome: unknown): void => {
    tape.append({ type: 'end', seq, atMs: tape.nowMs(), outcome: outcome as EndedAs });
  };

  return {
    async call<M extends UnaryMethod>(
      method: M,
      request: RequestOf<M>,
      options: CallOptions = {},
    ): Promise<Outcome<M>> {
      const seq = begin(method, request, options);
      const outcome = await inner.call(method, request, options);
      end(seq, outcome);
      return outcome;
    },
    stream<M extends StreamMethod>(
      method: M,
      request: RequestOf<M>,
      options: CallOptions = {},
    ): CriStream<M> {
      const seq = begin(method, request, options);
      const stream = inner.stream(method, request, options);
      return {
        ended: stream.ended.then((outcome) => {
          end(seq, outcome);
          return outcome;
        }),
        cancel: () => {
          stream.cancel();
        },
        [Symbol.asyncIterator]: () => recordItems(stream, { tape, seq }),
      };
    },
    close() {
      inner.close();
    },
  };
}

export interface Recording {
  readonly tape: Tape;
  readonly scenario: string;
}

async function* recordItems<M extends StreamMethod>(
  stream: CriStream<M>,
  { tape, seq }: { readonly tape: Tape; readonly seq: number },
): AsyncGenerator<StreamItem<M>> {
  for await (const item of stream) {
    const message = item.message as Readonly<Record<string, unknown>>;
    tape.append({ type: 'message', seq, atMs: tape.nowMs(), message, raw: item.raw });
    yield item;
  }
}
