// SPDX-License-Identifier: Apache-2.0
import type { CallOptions, CriClient, CriStream } from '#cri/client/client.js';
import type { RequestOf, StreamMethod, UnaryMethod } from '#cri/methods.js';
import type { Outcome, StreamItem } from '#cri/outcome.js';
import type { EndedAs, OtherObjects } from '../event.js';
import type { Message } from '../object-places.js';
import type { Ours } from '../ours.js';
import { ownPart, type CallRequest, type OwnPart } from './own-part.js';
import { redact } from './redact.js';
import type { EvidenceWriter } from './evidence-writer.js';

export interface RecordingOptions {
  readonly writer: EvidenceWriter;
  readonly scenario: string;
  /** Whose objects to record; absent: everybody's. */
  readonly ours?: Ours | undefined;
  /** Looks at the node around each call; absent: nobody does. */
  readonly onlooker?: Onlooker | undefined;
}

export interface ObservedCall extends CallRequest {
  readonly seq: number;
}

/** Sees the node just before a call is sent, and once its answer is recorded, before its caller has that. */
export interface Onlooker {
  before(call: ObservedCall): void;
  after(call: ObservedCall, outcome: Outcome): Promise<void> | undefined;
}

/** Wraps a client so that every call is recorded before it is sent and again when it ends. */
export function recordingClient(inner: CriClient, recording: RecordingOptions): CriClient {
  return {
    async call<M extends UnaryMethod>(
      method: M,
      request: RequestOf<M>,
      options: CallOptions = {},
    ): Promise<Outcome<M>> {
      const asked = { rpc: method, request: request as Message, seq: recording.writer.nextSeq() };
      recording.onlooker?.before(asked);
      const begun = begin(recording, asked, options);
      const outcome = await inner.call(method, request, options);
      begun.end(outcome as EndedAs);
      await recording.onlooker?.after(asked, outcome);
      return outcome;
    },
    stream<M extends StreamMethod>(
      method: M,
      request: RequestOf<M>,
      options: CallOptions = {},
    ): CriStream<M> {
      const asked = { rpc: method, request: request as Message, seq: recording.writer.nextSeq() };
      const begun = begin(recording, asked, options);
      const stream = inner.stream(method, request, options);
      return {
        ended: stream.ended.then((outcome) => {
          begun.end(outcome);
          return outcome;
        }),
        cancel: () => {
          stream.cancel();
        },
        [Symbol.asyncIterator]: () => recordItems(stream, begun),
      };
    },
    close() {
      inner.close();
    },
  };
}

interface CallRecorder {
  readonly item: (item: StreamItem) => void;
  readonly end: (outcome: EndedAs) => void;
}

function begin(
  { writer, scenario, ours }: RecordingOptions,
  asked: ObservedCall,
  options: CallOptions,
): CallRecorder {
  const { rpc, seq } = asked;
  const request = redact(rpc, asked.request);
  const deadlineMs = options.deadlineMs ?? null;
  writer.append({ type: 'call', seq, scenario, rpc, deadlineMs, request, atMs: writer.nowMs() });
  return {
    item: ({ message, raw }) => {
      const own = ownPart(ours, asked, message as Message);
      const kept = { message: own.message, raw: own.isWhole ? raw : '', ...othersOf(own) };
      writer.append({ type: 'message', seq, atMs: writer.nowMs(), ...kept });
    },
    end: (outcome) => {
      writer.append({ type: 'end', seq, atMs: writer.nowMs(), outcome: written(outcome, asked, ours) });
    },
  };
}

async function* recordItems<M extends StreamMethod>(
  stream: CriStream<M>,
  begun: CallRecorder,
): AsyncGenerator<StreamItem<M>> {
  for await (const item of stream) {
    begun.item(item);
    yield item;
  }
}

function written(outcome: EndedAs, asked: CallRequest, ours: Ours | undefined): EndedAs {
  if (outcome.kind !== 'ok') return outcome;
  const own = ownPart(ours, asked, outcome.response);
  return { ...outcome, response: own.message, raw: own.isWhole ? outcome.raw : '', ...othersOf(own) };
}

function othersOf({ others, moreOthers }: OwnPart): OtherObjects {
  return { ...(others.length > 0 && { others }), ...(moreOthers > 0 && { moreOthers }) };
}
