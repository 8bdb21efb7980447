// SPDX-License-Identifier: Apache-2.0
import {
  Metadata,
  Server,
  ServerCredentials,
  type handleServerStreamingCall,
  type handleUnaryCall,
  type ServerErrorResponse,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { once } from 'node:events';
import type { ApiVersion } from '#cri/api-version.js';
import type { CriMethod } from '#cri/methods.js';
import { criServices, loadDefinitions, type CriMethodDefinition } from '#cri/proto/definitions.js';
import {
  honest,
  RefusedCall,
  type Ask,
  type Bytes,
  type ForgedCall,
  type Forger,
  type Message,
  type Subscribe,
} from './answer.js';
import { RawRuntime, type RawCall } from './raw-runtime.js';

const asIs = (bytes: Buffer): Buffer => bytes;

/** A call as it reached the runtime. */
export interface PassedCall {
  readonly method: CriMethod;
  readonly request: Message;
}

export interface ForgingProxy extends AsyncDisposable {
  readonly socket: string;
  /** What to forge from now on. */
  forger: Forger;
  /** What reached the runtime since the list was last emptied. */
  readonly passed: PassedCall[];
  readonly close: () => Promise<void>;
}

export interface ProxyOptions {
  /** Its own socket. */
  readonly listen: string;
  /** The runtime's. */
  readonly runtime: string;
  readonly forger?: Forger;
}

type Calls = ServerUnaryCall<Buffer, Buffer> | ServerWritableStream<Buffer, Buffer>;

/** Forwards every CRI call to a runtime, byte for byte, unless a forger changes its answer. */
export async function startForgingProxy({ listen, runtime, forger }: ProxyOptions): Promise<ForgingProxy> {
  const inner = new Inner(new RawRuntime(runtime), forger ?? honest);
  const server = new Server({ 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 });
  for (const version of ['v1', 'v1alpha2'] as const) {
    for (const service of criServices) {
      const own = [...loadDefinitions(version).values()].filter((its) => its.service === service);
      server.addService(
        Object.fromEntries(own.map((its) => [its.method, ofBytes(its)])),
        Object.fromEntries(own.map((its) => [its.method, inner.implement(its, version)])),
      );
    }
  }
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(`unix:${listen}`, ServerCredentials.createInsecure(), (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
  const close = async (): Promise<void> => {
    inner.close();
    server.forceShutdown();
    await inner.runtime[Symbol.asyncDispose]();
  };
  return {
    socket: listen,
    passed: inner.passed,
    get forger() {
      return inner.forger;
    },
    set forger(next: Forger) {
      inner.forger = next;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function ofBytes(definition: CriMethodDefinition): ServiceDefinition[string] {
  return {
    ...definition,
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  };
}

class Inner {
  readonly passed: PassedCall[] = [];
  readonly #closing = new AbortController();
  readonly #counts = new Map<CriMethod, number>();
  #made = 0;
  readonly runtime: RawRuntime;
  forger: Forger;

  constructor(runtime: RawRuntime, forger: Forger) {
    this.runtime = runtime;
    this.forger = forger;
  }

  close(): void {
    this.#closing.abort();
  }

  implement(definition: CriMethodDefinition, version: ApiVersion): UntypedServiceImplementation[string] {
    return definition.responseStream
      ? this.#streaming(definition, version)
      : this.#unary(definition, version);
  }

  #begin(definition: CriMethodDefinition, version: ApiVersion, call: Calls): ForgedCall {
    const { method } = definition;
    const nthOfMethod = (this.#counts.get(method) ?? 0) + 1;
    this.#counts.set(method, nthOfMethod);
    const gone = new AbortController();
    call.on('cancelled', () => {
      gone.abort();
    });
    return {
      method,
      version,
      nthOfMethod,
      nth: (this.#made += 1),
      request: definition.requestDeserialize(call.request) as Message,
      signal: AbortSignal.any([gone.signal, this.#closing.signal]),
    };
  }

  /** Bytes stay as they are unless the request was changed. */
  #sender(
    definition: CriMethodDefinition,
    call: Calls,
    { request, signal }: ForgedCall,
  ): (sent?: Message) => RawCall {
    const { method, path } = definition;
    return (sent = request) => {
      this.passed.push({ method, request: sent });
      return { path, signal, bytes: sent === request ? call.request : definition.requestSerialize(sent) };
    };
  }

  #unary(definition: CriMethodDefinition, version: ApiVersion): handleUnaryCall<Buffer, Buffer> {
    return (call, respond) => {
      const begun = this.#begin(definition, version, call);
      const sent = this.#sender(definition, call, begun);
      const ask: Ask = (request) => this.runtime.send(sent(request));
      (this.forger.unary?.(begun, ask) ?? ask()).then(
        (answer) => {
          if (answer instanceof RefusedCall) respond(asError(answer));
          else respond(null, answer.bytes);
        },
        (error: unknown) => {
          respond(asError(error));
        },
      );
    };
  }

  #streaming(
    definition: CriMethodDefinition,
    version: ApiVersion,
  ): handleServerStreamingCall<Buffer, Buffer> {
    return (call) => {
      const begun = this.#begin(definition, version, call);
      const sent = this.#sender(definition, call, begun);
      const subscribe: Subscribe = (request) => this.runtime.stream(sent(request));
      pump(call, this.forger.stream?.(begun, subscribe) ?? subscribe(), begun.signal).then(
        () => {
          call.end();
        },
        (error: unknown) => {
          call.emit('error', asError(error));
        },
      );
    };
  }
}

async function pump(
  call: ServerWritableStream<Buffer, Buffer>,
  messages: AsyncIterable<Bytes>,
  signal: AbortSignal,
): Promise<void> {
  for await (const message of messages) {
    if (signal.aborted) return;
    if (!call.write(message)) await once(call, 'drain', { signal }).catch(() => undefined);
  }
}

function asError(error: unknown): ServerErrorResponse {
  const refused =
    error instanceof RefusedCall ? error : new RefusedCall(2, `the proxy failed: ${String(error)}`);
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(refused.trailers)) metadata.set(key, value);
  // Including codes that gRPC does not define.
  const told: object = { code: refused.code, details: refused.details, metadata };
  return Object.assign(new Error(refused.details), told);
}
