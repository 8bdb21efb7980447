// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const podStaticChanged: Scenario = {
  id: 'pod.static-changed',
  title: 'the manifest of a static pod changes: the new pod waits until the old one has terminated',
  source: 'file',
  pod: {
    metadata: { name: 'static' },
    spec: {
      terminationGracePeriodSeconds: 5,
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('on TERM exit 0 after 300ms', 'print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'replace-pod', change: { containers: { main: { env: [{ name: 'EDITION', value: 'second' }] } } } },
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'delete-pod' },
  ],
  exercises: ['container.create.id-unique', 'sandbox.run.id-unique'],
};
