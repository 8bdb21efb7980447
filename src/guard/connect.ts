// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client/client.js';
import { connectCri, type ConnectOptions } from '#cri/client/grpc-client.js';
import { guardedClient } from './guarded-client.js';
import type { OwnObjects } from './own-objects.js';
import { readingClient } from './reading-client.js';

/** A client through which this run can only change what it created. */
export function connectGuarded(options: ConnectOptions, own: OwnObjects): CriClient {
  return guardedClient(connectCri(options), own);
}

/** A read-only client. */
export function connectToRead(options: ConnectOptions): CriClient {
  return readingClient(connectCri(options));
}
