// SPDX-License-Identifier: Apache-2.0
import { containerContracts } from './container-contracts.js';
import type { Contract } from './contract.js';
import { eventsContracts } from './events-contracts.js';
import { execContracts } from './exec-contracts.js';
import { imageContracts } from './image-contracts.js';
import { logContracts } from './log-contracts.js';
import { resourcesContracts } from './resources-contracts.js';
import { restartContracts } from './restart-contracts.js';
import { runtimeContracts } from './runtime-contracts.js';
import { sandboxContracts } from './sandbox-contracts.js';
import { statsContracts } from './stats-contracts.js';

/** Every contract, in the order of the ids. */
export const allContracts: readonly Contract[] = [
  ...containerContracts,
  ...eventsContracts,
  ...execContracts,
  ...imageContracts,
  ...logContracts,
  ...resourcesContracts,
  ...restartContracts,
  ...runtimeContracts,
  ...sandboxContracts,
  ...statsContracts,
];
