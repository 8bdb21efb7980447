// SPDX-License-Identifier: Apache-2.0
import type { Scenario } from './scenario.js';

export const allScenarios: readonly Scenario[] = [];
