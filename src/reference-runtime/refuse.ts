// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';

export const notFound = (what: string, id: string | undefined): CriRefusal =>
  new CriRefusal('NOT_FOUND', `${what} ${JSON.stringify(id ?? '')} not found`);

export const invalid = (message: string): CriRefusal => new CriRefusal('INVALID_ARGUMENT', message);

export const notNow = (message: string): CriRefusal => new CriRefusal('FAILED_PRECONDITION', message);

export const taken = (message: string): CriRefusal => new CriRefusal('ALREADY_EXISTS', message);

export const exhausted = (what: string, max: number): CriRefusal =>
  new CriRefusal('RESOURCE_EXHAUSTED', `there are ${max} ${what} already`);

export const failed = (message: string): CriRefusal => new CriRefusal('UNKNOWN', message);
