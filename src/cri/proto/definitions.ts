// SPDX-License-Identifier: Apache-2.0
import type { MethodDefinition } from '@grpc/grpc-js';
import { loadSync, type MessageTypeDefinition } from '@grpc/proto-loader';
import { fileURLToPath } from 'node:url';

import type { ApiVersion } from '../api-version.js';
import type { CriMethod } from '../methods.js';
import { boundedReader } from './bounded-reader.js';

export const criServices = ['RuntimeService', 'ImageService'] as const;

/** One CRI method as grpc-js expects it, with its codecs. */
export interface CriMethodDefinition extends MethodDefinition<object, object> {
  readonly method: CriMethod;
  readonly service: (typeof criServices)[number];
  /** Name of the response message in the proto. */
  readonly responseName: string;
}

export type CriDefinitions = ReadonlyMap<CriMethod, CriMethodDefinition>;

/** Proto field names, 64-bit numbers in decimal, enums by name, bytes in base64; unset fields are absent. */
const options = { keepCase: true, longs: String, enums: String, bytes: String };

const loaded = new Map<ApiVersion, CriDefinitions>();

/** The methods of one CRI version, from its .proto file. Loaded once, for all connections. */
export function loadDefinitions(version: ApiVersion): CriDefinitions {
  const definitions = loaded.get(version) ?? readDefinitions(version);
  loaded.set(version, definitions);
  return definitions;
}

function readDefinitions(version: ApiVersion): CriDefinitions {
  const file = fileURLToPath(new URL(`./${version}.proto`, import.meta.url));
  const types = loadSync(file, options);
  const definitions = criServices.flatMap((service) =>
    Object.entries(types[`runtime.${version}.${service}`] as LoadedService).map(([method, definition]) =>
      criMethod(service, method as CriMethod, definition),
    ),
  );
  return new Map(definitions.map((definition) => [definition.method, definition]));
}

type LoadedService = Record<string, LoadedMethod>;
type LoadedMethod = MethodDefinition<object, object> & {
  readonly responseType: MessageTypeDefinition<object, object>;
};

function criMethod(
  service: CriMethodDefinition['service'],
  method: CriMethod,
  loadedMethod: LoadedMethod,
): CriMethodDefinition {
  const { path, requestStream, responseStream, requestSerialize, responseSerialize } = loadedMethod;
  return {
    method,
    service,
    responseName: (loadedMethod.responseType.type as { readonly name: string }).name,
    path,
    requestStream,
    responseStream,
    requestSerialize,
    responseSerialize,
    requestDeserialize: bounded(loadedMethod.requestDeserialize),
    responseDeserialize: bounded(loadedMethod.responseDeserialize),
  };
}

function bounded(deserialize: (bytes: Buffer) => object): (bytes: Buffer) => object {
  return (bytes) => deserialize(boundedReader(bytes));
}
