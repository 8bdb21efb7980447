// SPDX-License-Identifier: Apache-2.0
import { allContracts } from '#contracts/all.generated.js';
import { allScenarios } from '#scenarios/all.generated.js';
import type { Work } from './select.js';

const isOfUpgrades = ({ id }: { readonly id: string }): boolean => id.startsWith('upgrade.');

/** What one version of a runtime is asked. */
export const ofRuns: Work = {
  contracts: allContracts.filter((contract) => !isOfUpgrades(contract)),
  scenarios: allScenarios.filter((scenario) => !isOfUpgrades(scenario)),
};

/** What is asked of a change from one version to another. */
export const ofUpgrades: Work = {
  contracts: allContracts.filter(isOfUpgrades),
  scenarios: allScenarios.filter(isOfUpgrades),
};

/** Recordings name what was selected; those of whole runs name nothing. */
export const everything: Work = { contracts: allContracts, scenarios: allScenarios };
