// SPDX-License-Identifier: Apache-2.0
import type { StatusName } from '../status-name.js';

/** Thrown by a handler of `serveCri`: the client receives this status. */
export class CriRefusal extends Error {
  override readonly name = 'CriRefusal';
  readonly code: StatusName;

  constructor(code: StatusName, message: string) {
    super(message);
    this.code = code;
  }
}
