// SPDX-License-Identifier: Apache-2.0
import type { Contract } from './contract.js';
import { eventsLifeComplete } from './events/life/complete.js';
import { eventsOrderOnce } from './events/order/once.js';
import { eventsPayloadSandboxMetadata } from './events/payload/sandbox-metadata.js';

export const eventsContracts: readonly Contract[] = [
  eventsLifeComplete,
  eventsOrderOnce,
  eventsPayloadSandboxMetadata,
];
