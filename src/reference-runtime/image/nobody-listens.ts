// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';

/** There is no registry at that address. */
export class NobodyListens extends CriRefusal {
  constructor(host: string) {
    super('UNKNOWN', `RegistryUnavailable: ${host}: connection refused`);
  }
}
