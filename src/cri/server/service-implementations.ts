// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import {
  status,
  type handleServerStreamingCall,
  type handleUnaryCall,
  type ServerErrorResponse,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { once } from 'node:events';

import type { ApiVersion } from '../api-version.js';
import { CriRefusal } from '../client/cri-refusal.js';
import type { CriHandlers, ServedCall, StreamHandler, UnaryHandler } from './handlers.js';
import { loadSchema, type MethodSchema } from '../proto/schema.js';

export interface ServedService {
  readonly definition: ServiceDefinition;
  readonly implementation: UntypedServiceImplementation;
}

/** The services of one CRI version as grpc-js takes them. */
export function serviceImplementations(version: ApiVersion, handlers: CriHandlers): readonly ServedService[] {
  const methods = [...loadSchema(version).values()];
  return (['RuntimeService', 'ImageService'] as const).map((service) => {
    const own = methods.filter((method) => method.service === service);
    return {
      definition: Object.fromEntries(own.map((method) => [method.method, definitionOf(method)])),
      implementation: Object.fromEntries(
        own.map((method) => [method.method, implement(method, version, handlers)]),
      ),
    };
  });
}

function definitionOf(method: MethodSchema): ServiceDefinition[string] {
  return {
    path: method.path,
    requestStream: false,
    responseStream: method.responseStream,
    requestSerialize: (value: object) => method.request.encode(value),
    requestDeserialize: (bytes: Buffer) => method.request.decode(bytes),
    responseSerialize: (value: object) => method.response.encode(value),
    responseDeserialize: (bytes: Buffer) => method.response.decode(bytes),
  };
}

function implement(
  method: MethodSchema,
  apiVersion: ApiVersion,
  handlers: CriHandlers,
): UntypedServiceImplementation[string] {
  const handler = handlers[method.method];
  if (method.responseStream)
    return streaming((handler ?? missingStream(method)) as StreamHandler, apiVersion);
  return unary((handler ?? missing(method)) as UnaryHandler, apiVersion);
}

function notImplemented(method: MethodSchema): CriRefusal {
  return new CriRefusal('UNIMPLEMENTED', `this runtime does not have the method ${method.path}`);
}

function missing(method: MethodSchema): UnaryHandler {
  return () => Promise.reject(notImplemented(method));
}

function missingStream(method: MethodSchema): StreamHandler {
  return () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(notImplemented(method)) }) });
}

/** One for all: grpc-js says "cancelled" of answered calls too, and a reason of their own would cost each a stack trace. */
const clientGone = new Error('the call is over for its client');

function servedCall(
  call: ServerUnaryCall<object, object> | ServerWritableStream<object, object>,
  apiVersion: ApiVersion,
): ServedCall {
  const aborter = new AbortController();
  call.on('cancelled', () => {
    aborter.abort(clientGone);
  });
  const deadlineMs = Number(call.getDeadline()) - Date.now();
  return { signal: aborter.signal, apiVersion, ...(Number.isFinite(deadlineMs) ? { deadlineMs } : {}) };
}

function refusal(error: unknown): ServerErrorResponse {
  const details = errorMessage(error);
  const code = error instanceof CriRefusal ? status[error.code] : status.UNKNOWN;
  return Object.assign(new Error(details), { code, details });
}

function unary(handler: UnaryHandler, apiVersion: ApiVersion): handleUnaryCall<object, object> {
  return (call, callback) => {
    const answer = async (): Promise<object> => handler(call.request, servedCall(call, apiVersion));
    answer().then(
      (response) => {
        callback(null, response);
      },
      (error: unknown) => {
        callback(refusal(error));
      },
    );
  };
}

function streaming(
  handler: StreamHandler,
  apiVersion: ApiVersion,
): handleServerStreamingCall<object, object> {
  return (call) => {
    const served = servedCall(call, apiVersion);
    pump(call, handler, served).then(
      () => {
        call.end();
      },
      (error: unknown) => {
        call.emit('error', refusal(error));
      },
    );
  };
}

async function pump(
  call: ServerWritableStream<object, object>,
  handler: StreamHandler,
  served: ServedCall,
): Promise<void> {
  for await (const message of handler(call.request, served)) {
    if (served.signal.aborted) return;
    if (!call.write(message)) await once(call, 'drain', { signal: served.signal }).catch(() => undefined);
  }
}
