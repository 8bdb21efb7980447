// SPDX-License-Identifier: Apache-2.0
import type { Contract } from './contract.js';
import { resourcesUpdateOthersKept } from './resources/update/others-kept.js';
import { resourcesUpdateShown } from './resources/update/shown.js';

export const resourcesContracts: readonly Contract[] = [resourcesUpdateOthersKept, resourcesUpdateShown];
