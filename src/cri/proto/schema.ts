// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';

import type { ApiVersion } from '../api-version.js';
import { MessageCodec, type UnknownFields } from './message-codec.js';
import type { CriMethod } from '../methods.js';

export interface MethodSchema {
  readonly method: CriMethod;
  readonly service: 'RuntimeService' | 'ImageService';
  /** As gRPC names it, for instance `/runtime.v1.RuntimeService/Version`. */
  readonly path: string;
  readonly responseStream: boolean;
  readonly request: MessageCodec;
  readonly response: MessageCodec;
}

export type CriSchema = ReadonlyMap<CriMethod, MethodSchema>;

const loaded = new Map<string, CriSchema>();

/** The methods of one CRI version, as its .proto file describes them. Read once: every connection wants it. */
export function loadSchema(
  version: ApiVersion,
  unknown: UnknownFields = version === 'v1' ? 'reject' : 'drop',
): CriSchema {
  const key = `${version} ${unknown}`;
  const schema = loaded.get(key) ?? readSchema(version, unknown);
  loaded.set(key, schema);
  return schema;
}

function readSchema(version: ApiVersion, unknown: UnknownFields): CriSchema {
  const text = readFileSync(new URL(`./${version}.proto`, import.meta.url), 'utf8');
  const { root } = protobuf.parse(text, { keepCase: true });
  root.resolveAll();
  const codecOf = codecCache(unknown);
  const methods = (['RuntimeService', 'ImageService'] as const).flatMap((service) =>
    root.lookupService(`runtime.${version}.${service}`).methodsArray.map((method): MethodSchema => ({
      method: method.name as CriMethod,
      service,
      path: `/runtime.${version}.${service}/${method.name}`,
      responseStream: method.responseStream === true,
      request: codecOf(method.resolvedRequestType as protobuf.Type),
      response: codecOf(method.resolvedResponseType as protobuf.Type),
    })),
  );
  return new Map(methods.map((method) => [method.method, method]));
}

function codecCache(unknown: UnknownFields): (type: protobuf.Type) => MessageCodec {
  const known = new Map<protobuf.Type, MessageCodec>();
  const codecOf = (type: protobuf.Type): MessageCodec => {
    const found = known.get(type);
    if (found !== undefined) return found;
    const made = new MessageCodec(type, codecOf, unknown);
    known.set(type, made);
    return made;
  };
  return codecOf;
}
