// SPDX-License-Identifier: Apache-2.0
import type { Contract } from './contract.js';
import { runtimeConfigStatic } from './runtime/config/static.js';
import { runtimeIdsNotOfOthers } from './runtime/ids/not-of-others.js';
import { runtimeStatusConditions } from './runtime/status/conditions.js';
import { runtimeStatusHandlersUnique } from './runtime/status/handlers-unique.js';
import { runtimeStatusReadyWhilePodsRun } from './runtime/status/ready-while-pods-run.js';
import { runtimeVersionConstant } from './runtime/version/constant.js';
import { runtimeVersionFields } from './runtime/version/fields.js';

export const runtimeContracts: readonly Contract[] = [
  runtimeConfigStatic,
  runtimeIdsNotOfOthers,
  runtimeStatusConditions,
  runtimeStatusHandlersUnique,
  runtimeStatusReadyWhilePodsRun,
  runtimeVersionConstant,
  runtimeVersionFields,
];
