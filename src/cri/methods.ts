// SPDX-License-Identifier: Apache-2.0
import type { StreamMethods, UnaryMethods } from './proto/generated/methods.js';

export type UnaryMethod = keyof UnaryMethods;
export type StreamMethod = keyof StreamMethods;
export type CriMethod = UnaryMethod | StreamMethod;

export type RequestOf<M extends CriMethod> = M extends UnaryMethod
  ? UnaryMethods[M]['request']
  : M extends StreamMethod
    ? StreamMethods[M]['request']
    : never;

/** For a server stream: one message of it. */
export type ResponseOf<M extends CriMethod> = M extends UnaryMethod
  ? UnaryMethods[M]['response']
  : M extends StreamMethod
    ? StreamMethods[M]['response']
    : never;
