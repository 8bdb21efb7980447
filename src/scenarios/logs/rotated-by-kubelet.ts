// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const logsRotatedByKubelet: Scenario = {
  id: 'logs.rotated-by-kubelet',
  title: 'the kubelet rotates the log of a program that keeps writing',
  pod: {
    metadata: { name: 'diarist' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('lines 300 a line of text', 'tick 40ms beat'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'beat 3' },
    { do: 'rotate-logs', maxBytes: 1000 },
    { do: 'capture-log', container: 'main' },
    { do: 'wait-for-log', container: 'main', line: 'beat *' },
    { do: 'capture-log', container: 'main' },
    { do: 'capture-log', container: 'main', rotated: true },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: ['log.line.grammar', 'log.line.times-in-window', 'log.reopen.new-file', 'log.reopen.no-loss'],
};
