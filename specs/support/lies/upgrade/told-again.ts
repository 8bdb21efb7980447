// SPDX-License-Identifier: Apache-2.0
import type { ContractId } from '#contracts/contract-id.generated.js';
import type { ScenarioId } from '#scenarios/all.generated.js';
import { allRestartLies } from '../outages/all-restart-lies.js';
import type { RestartLie } from '../restart/restart-lie.js';

/** Where another version comes back instead. A sandbox that dies beside a living daemon has no such place. */
const counterparts: Readonly<Partial<Record<ScenarioId, ScenarioId>>> = {
  'daemon.crash-while-idle': 'upgrade.while-kubelet-runs',
  'daemon.exits-while-crashed': 'upgrade.exits-while-away',
  'daemon.exits-while-stopped': 'upgrade.exits-while-away',
  'daemon.interrupted-create': 'upgrade.interrupted-create',
  'daemon.interrupted-events': 'upgrade.interrupted-events',
  'daemon.interrupted-exec': 'upgrade.interrupted-exec',
  'daemon.interrupted-pull': 'upgrade.interrupted-pull',
  'daemon.interrupted-run-sandbox': 'upgrade.interrupted-run-sandbox',
  'daemon.interrupted-stop': 'upgrade.interrupted-stop',
  'daemon.preexisting-after-crash': 'upgrade.verbs',
  'daemon.preexisting-after-restart': 'upgrade.verbs',
  'daemon.preexisting-log-rotated': 'upgrade.log-rotated',
  'daemon.restart-after-failures': 'upgrade.after-failures',
  'daemon.restart-while-idle': 'upgrade.while-idle',
  'daemon.sandbox-killed-while-down': 'upgrade.sandbox-killed',
};

/** Lies that their counterpart gives no occasion for, and why. */
export const untold: Readonly<Record<string, string>> = {
  'ports of the node are taken for ever by pods from before': 'upgrade.verbs wants no port of the node',
};

const throughUpgrade = (id: ContractId): ContractId => id.replace(/^restart\./, 'upgrade.') as ContractId;

/** A lie has a name of its own wherever it is told: docs/bugs.md finds it by that. */
const throughName = (name: string): string =>
  `after an upgrade: ${name.replace('no restart', 'no change of version').replace('a restart', 'it')}`;

/** The scenario ends with the start that does not succeed. */
const isNeverReady = ({ stuck }: Pick<RestartLie, 'stuck'>): boolean =>
  stuck?.source.startsWith('^the daemon') === true;

const again = (lies: readonly RestartLie[]): readonly RestartLie[] =>
  lies.flatMap(({ scenario: there, name, breaks, ...lie }) => {
    const scenario = counterparts[there];
    if (scenario === undefined) return [];
    const notStarted: readonly ContractId[] = isNeverReady(lie) ? ['upgrade.version.starts'] : [];
    const found = [...breaks.map(throughUpgrade), ...notStarted];
    return [{ ...lie, name: throughName(name), scenario, breaks: found }];
  });

const isUntold = ({ name }: RestartLie): boolean => Object.hasOwn(untold, name);

/** What is wrong after a restart, told where another version comes back. */
export const toldAgain: readonly RestartLie[] = again(allRestartLies.filter((lie) => !isUntold(lie)));

/** They stay silent: there is nothing to lie about. */
export const silent: readonly RestartLie[] = again(allRestartLies.filter(isUntold));
