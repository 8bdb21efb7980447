// SPDX-License-Identifier: Apache-2.0
import type { Contract } from './contract.js';

export const allContracts: readonly Contract[] = [];
