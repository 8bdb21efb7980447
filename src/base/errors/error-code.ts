// SPDX-License-Identifier: Apache-2.0
import type { ContainerCode } from './container-entries.js';
import type { ExternalCode } from './external-entries.js';
import type { FileCode } from './file-entries.js';
import type { LaunchCode } from './launch-entries.js';
import type { OwnCode } from './own-entries.js';
import type { PodCode } from './pod-entries.js';
import type { RuntimeCode } from './runtime-entries.js';
import type { ServeCode } from './serve-entries.js';
import type { SocketCode } from './socket-entries.js';

/** The code of a kind of failure that the catalogue explains: there is no other. */
export type ErrorCode =
  | SocketCode
  | RuntimeCode
  | PodCode
  | LaunchCode
  | ExternalCode
  | ServeCode
  | ContainerCode
  | FileCode
  | OwnCode;
