// SPDX-License-Identifier: Apache-2.0
import type { Contract } from './contract.js';
import { statsContainerAttributes } from './stats/container/attributes.js';
import { statsContainerCountersGrow } from './stats/container/counters-grow.js';
import { statsContainerMissingRefused } from './stats/container/missing-refused.js';
import { statsListOfSandbox } from './stats/list/of-sandbox.js';

export const statsContracts: readonly Contract[] = [
  statsContainerAttributes,
  statsContainerCountersGrow,
  statsContainerMissingRefused,
  statsListOfSandbox,
];
