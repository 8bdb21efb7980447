// SPDX-License-Identifier: Apache-2.0
import { Client, credentials, Metadata, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import type { ApiVersion } from '#cri/api-version.js';
import type { CriMethod, RequestOf, ResponseOf, UnaryMethod } from '#cri/methods.js';
import { loadDefinitions, type CriMethodDefinition } from '#cri/proto/definitions.js';
import { RefusedCall, type Answer, type Bytes } from './answer.js';

const asIs = (bytes: Buffer): Buffer => bytes;
const limitBytes = 512 * 1024 * 1024;
const unlimited = {
  'grpc.default_authority': 'localhost',
  'grpc.max_receive_message_length': limitBytes,
  'grpc.max_send_message_length': limitBytes,
  'grpc.enable_retries': 0,
  'grpc.use_local_subchannel_pool': 1,
};

export function definitionOf(version: ApiVersion, method: CriMethod): CriMethodDefinition {
  const definition = loadDefinitions(version).get(method);
  if (definition === undefined) throw new Error(`CRI ${version} has no ${method}`);
  return definition;
}

export interface RawCall {
  readonly path: string;
  readonly bytes: Buffer;
  readonly signal?: AbortSignal;
  readonly deadlineMs?: number | undefined;
}

/** A runtime's socket, without any of the suite's clients. */
export class RawRuntime implements AsyncDisposable {
  readonly #client: Client;

  constructor(socket: string) {
    this.#client = new Client(`unix:${socket}`, credentials.createInsecure(), unlimited);
  }

  send({ path, bytes, signal, deadlineMs }: RawCall): Promise<Answer> {
    return new Promise((resolve) => {
      const options = deadlineMs === undefined ? {} : { deadline: Date.now() + deadlineMs };
      const ended = (error: ServiceError | null, answer?: Buffer): void => {
        signal?.removeEventListener('abort', cancel);
        resolve(error === null ? { bytes: answer ?? Buffer.alloc(0) } : refusalOf(error));
      };
      const sent = this.#client.makeUnaryRequest(path, asIs, asIs, bytes, new Metadata(), options, ended);
      const cancel = (): void => {
        sent.cancel();
      };
      signal?.addEventListener('abort', cancel);
    });
  }

  /** The messages of a server stream; throws a refusal. */
  async *stream({ path, bytes, signal }: RawCall): AsyncGenerator<Bytes, void, undefined> {
    const sent = this.#client.makeServerStreamRequest(path, asIs, asIs, bytes);
    const cancel = (): void => {
      sent.cancel();
    };
    signal?.addEventListener('abort', cancel);
    try {
      for await (const message of sent) yield message as Buffer;
    } catch (error) {
      throw refusalOf(error as StatusObject);
    } finally {
      signal?.removeEventListener('abort', cancel);
      cancel();
    }
  }

  /** The answer in v1; throws a refusal. */
  async ask<M extends UnaryMethod>(method: M, request: RequestOf<M>): Promise<ResponseOf<M>> {
    const definition = definitionOf('v1', method);
    const bytes = definition.requestSerialize(request);
    const answer = await this.send({ path: definition.path, bytes, deadlineMs: 60_000 });
    if (answer instanceof RefusedCall) throw answer;
    return definition.responseDeserialize(answer.bytes) as ResponseOf<M>;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#client.close();
    return Promise.resolve();
  }
}

function refusalOf({ code, details }: Pick<StatusObject, 'code' | 'details'>): RefusedCall {
  return new RefusedCall(code, details);
}
