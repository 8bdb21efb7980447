// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { reproduce } from '#report/reproduce.js';
import { resultOf } from '../../support/result-literal.js';

const { target } = resultOf();
const commandsFor = (id: string): readonly [string, string] =>
  reproduce(id, target, { texts: [], targetFlags: '--managed reference' });

it.each([
  ['container.start.once', 'criprobe run --only container.start.once --managed reference'],
  ['scenario:pod.happy-path', 'criprobe run --only scenario:pod.happy-path --managed reference'],
  ['upgrade.exit.code-kept', 'criprobe upgrade --only upgrade.exit.code-kept --managed reference'],
  ['scenario:upgrade.verbs', 'criprobe upgrade --only scenario:upgrade.verbs --managed reference'],
])('%s: with the command that plays it', (id, command) => {
  expect(commandsFor(id)[0]).toBe(command);
});
