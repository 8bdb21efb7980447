// SPDX-License-Identifier: Apache-2.0
import { joinRules, type CleanupRules } from '#run-ledger/cleanup-kind.js';
import { genericRules } from '#run-ledger/generic-rules.js';
import { managedKinds } from './all.js';

const rules = [genericRules];
// One at a time: jest fails to import two modules at once that share an import.
for (const kind of managedKinds) rules.push(await kind.cleanup());

/** What a ledger may name: a run is cleaned up by another process, which may have launched nothing itself. */
export const allCleanupRules: CleanupRules = joinRules(rules);
