// SPDX-License-Identifier: Apache-2.0
import pLimit from 'p-limit';
import { Metadata, type CallOptions as GrpcCallOptions, type ServiceError } from '@grpc/grpc-js';

import type { ApiVersion } from '../api-version.js';
import { callFailure, undecodable } from './call-failure.js';
import type { CallOptions, CriClient, CriStream } from './client.js';
import { CallPatience } from './call-patience.js';
import { Connection } from './connection.js';
import { socketPath } from './endpoint.js';
import { GrpcStream } from './grpc-stream.js';
import type { CriMethod, RequestOf, ResponseOf, StreamMethod, UnaryMethod } from '../methods.js';
import { rawOf, type Ok, type Outcome, type Refusal, type NoAnswer } from '../outcome.js';
import { loadDefinitions, type CriDefinitions, type CriMethodDefinition } from '../proto/definitions.js';
import { StoppedStream } from './stopped-stream.js';

export interface ConnectOptions {
  /** Bare path, `unix:/path` or `unix:///path`. */
  readonly runtimeEndpoint: string;
  /** Socket of the image service; default: the runtime's. */
  readonly imageEndpoint?: string;
  readonly apiVersion?: ApiVersion;
}

/** Opens no connection yet: the first calls open one per service, as in a kubelet. */
export function connectCri(options: ConnectOptions): CriClient {
  return new GrpcCriClient(options);
}

/** A healthy runtime's answers are smaller. */
const largeBytes = 4 << 20;

const asIs = (bytes: Buffer): Buffer => bytes;
const noMetadata = new Metadata();

function grpcOptions(deadlineMs: number | null | undefined): GrpcCallOptions {
  return deadlineMs === null || deadlineMs === undefined ? {} : { deadline: Date.now() + deadlineMs };
}

class GrpcCriClient implements CriClient {
  readonly #apiVersion: ApiVersion;
  readonly #definitions: CriDefinitions;
  readonly #connections: Readonly<Record<CriMethodDefinition['service'], Connection>>;
  readonly #running = new Set<() => void>();
  /** Methods that had a large answer; several of these in parallel would use up our memory. */
  readonly #large = new Set<CriMethod>();
  readonly #oneAtATime = pLimit(1);
  #closed = false;

  constructor(options: ConnectOptions) {
    this.#apiVersion = options.apiVersion ?? 'v1';
    this.#connections = {
      RuntimeService: new Connection(socketPath(options.runtimeEndpoint)),
      ImageService: new Connection(socketPath(options.imageEndpoint ?? options.runtimeEndpoint)),
    };
    this.#definitions = loadDefinitions(this.#apiVersion);
  }

  call<M extends UnaryMethod>(
    method: M,
    request: RequestOf<M>,
    options: CallOptions = {},
  ): Promise<Outcome<M>> {
    const send = (): Promise<Outcome<M>> => {
      const stop = this.#stopBefore(method, options.signal);
      if (stop !== undefined) return Promise.resolve(stop);
      const definition = this.#definitions.get(method) as CriMethodDefinition;
      return new Promise((resolve) => {
        this.#send(definition, definition.requestSerialize(request), { ...options, resolve });
      });
    };
    return this.#large.has(method) ? this.#oneAtATime(send) : send();
  }

  #send(
    definition: CriMethodDefinition,
    bytes: Buffer,
    options: CallOptions & { resolve: (outcome: Outcome) => void },
  ): void {
    const connection = this.#connections[definition.service];
    const { client } = connection;
    let aborted = false;
    const end = (outcome: Outcome): void => {
      patience.over();
      this.#running.delete(abort);
      options.signal?.removeEventListener('abort', abort);
      if (outcome.kind === 'unanswered') connection.lost(client);
      options.resolve(outcome);
    };
    const ended = (error: ServiceError | null, answer?: Buffer): void => {
      if (patience.isOver) return;
      if (answer !== undefined && answer.length > largeBytes) this.#large.add(definition.method);
      if (error === null) end(answered(definition, answer as Buffer));
      else end(patience.missed(error) ?? callFailure(error, aborted));
    };
    // First of all: its time must not begin later than that of the request.
    const patience = new CallPatience(options.deadlineMs, (outcome) => {
      end(outcome);
      sent.cancel();
    });
    const sent = client.makeUnaryRequest(
      definition.path,
      asIs,
      asIs,
      bytes,
      noMetadata,
      grpcOptions(options.deadlineMs),
      ended,
    );
    const abort = (): void => {
      aborted = true;
      sent.cancel();
      patience.abandoned();
    };
    this.#running.add(abort);
    options.signal?.addEventListener('abort', abort);
  }

  stream<M extends StreamMethod>(method: M, request: RequestOf<M>, options: CallOptions = {}): CriStream<M> {
    const stop = this.#stopBefore(method, options.signal);
    if (stop !== undefined) return new StoppedStream<M>(stop);
    const definition = this.#definitions.get(method) as CriMethodDefinition;
    const connection = this.#connections[definition.service];
    const { client } = connection;
    const sent = client.makeServerStreamRequest(
      definition.path,
      asIs,
      asIs,
      definition.requestSerialize(request),
      noMetadata,
      grpcOptions(options.deadlineMs),
    );
    const decode = (bytes: Buffer): ResponseOf<M> => definition.responseDeserialize(bytes) as ResponseOf<M>;
    const stream = new GrpcStream<M>(sent, decode, options.deadlineMs);
    const abort = (): void => {
      stream.cancel();
    };
    this.#running.add(abort);
    options.signal?.addEventListener('abort', abort);
    void stream.ended.then(({ kind }) => {
      this.#running.delete(abort);
      options.signal?.removeEventListener('abort', abort);
      if (kind !== 'ended') connection.lost(client);
    });
    return stream;
  }

  #stopBefore(method: CriMethod, signal: AbortSignal | undefined): Refusal | NoAnswer | undefined {
    if (this.#closed) return { kind: 'unanswered', reason: 'cancelled', message: 'The client is closed.' };
    if (signal?.aborted === true)
      return { kind: 'unanswered', reason: 'cancelled', message: 'Cancelled before it was sent.' };
    if (this.#definitions.has(method)) return undefined;
    const message = `CRI ${this.#apiVersion} has no method ${method}; nothing was sent.`;
    return { kind: 'refused', code: 'UNIMPLEMENTED', message };
  }

  close(): void {
    this.#closed = true;
    for (const abort of [...this.#running]) abort();
    for (const connection of Object.values(this.#connections)) connection.close();
  }
}

function answered(definition: CriMethodDefinition, bytes: Buffer): Outcome {
  try {
    const response = definition.responseDeserialize(bytes) as Ok['response'];
    return { kind: 'ok', response, raw: rawOf(bytes) };
  } catch (error) {
    return undecodable(definition.responseName, error);
  }
}
