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
import { criServices, loadDefinitions, type CriMethodDefinition } from '../proto/definitions.js';

export interface ServedService {
  readonly definition: ServiceDefinition;
  readonly implementation: UntypedServiceImplementation;
}

/** The services of one CRI version, for grpc-js. */
export function serviceImplementations(version: ApiVersion, handlers: CriHandlers): readonly ServedService[] {
  const definitions = [...loadDefinitions(version).values()];
  return criServices.map((service) => {
    const own = definitions.filter((definition) => definition.service === service);
    return {
      definition: Object.fromEntries(own.map((definition) => [definition.method, definition])),
      implementation: Object.fromEntries(
        own.map((definition) => [definition.method, implement(definition, version, handlers)]),
      ),
    };
  });
}

function implement(
  definition: CriMethodDefinition,
  apiVersion: ApiVersion,
  handlers: CriHandlers,
): UntypedServiceImplementation[string] {
  const handler = handlers[definition.method];
  if (definition.responseStream)
    return streaming((handler ?? missingStream(definition)) as StreamHandler, apiVersion);
  return unary((handler ?? missing(definition)) as UnaryHandler, apiVersion);
}

function notImplemented(definition: CriMethodDefinition): CriRefusal {
  return new CriRefusal('UNIMPLEMENTED', `this runtime does not have the method ${definition.path}`);
}

function missing(definition: CriMethodDefinition): UnaryHandler {
  return () => Promise.reject(notImplemented(definition));
}

function missingStream(definition: CriMethodDefinition): StreamHandler {
  return () => ({
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(notImplemented(definition)) }),
  });
}

/**
 * Shared: grpc-js reports answered calls as cancelled, too, and a new Error for each would cost a stack
 * trace.
 */
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
