// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

/** It has an entrypoint, a command, variables and a working directory. */
const image = 'registry.test/box-entrypoint:1';

/** Between two things of unknown length, so that a reader can tell them apart. */
const looks = ['show args', 'print == env', 'show env', 'print == rest', 'show cwd', 'print done', 'exit 4'];

/** The program never comes to them: it only shows that it got them. */
const oddWords = ['', '  two  spaces  ', '*', '`id`', "it's"];

const seen = (container: string): readonly Step[] => [
  { do: 'wait-for-container', container, state: 'exited' },
  { do: 'capture-log', container },
];

export const insideImageDefaults: Scenario = {
  id: 'inside.image-defaults',
  title: 'containers run what their image says, with their own arguments, and with their own command',
  pod: {
    metadata: { name: 'defaults' },
    spec: {
      restartPolicy: 'Never',
      containers: [
        { name: 'neither', image },
        { name: 'arguments', image, args: [...looks, ...oddWords] },
        { name: 'command', image, command: box(...looks) },
        { name: 'both', image, command: box('show args'), args: ['print == done', 'exit 5', ...oddWords] },
      ],
    },
  },
  steps: [
    ...['neither', 'arguments', 'command', 'both'].flatMap(seen),
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: [
    'container.environment.arguments',
    'container.environment.variables',
    'container.environment.working-dir',
    'container.status.exit-code-true',
    'log.content.true',
  ],
};
