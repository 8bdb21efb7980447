// SPDX-License-Identifier: Apache-2.0
import type { RestartLie } from '../restart/restart-lie.js';
import { newerLies } from './newer-lies.js';
import { returnLies } from './return-lies.js';
import { toldAgain } from './told-again.js';

/** A runtime whose version changed, and what is wrong with it since. */
export const upgradeLies: readonly RestartLie[] = [...toldAgain, ...newerLies, ...returnLies];
