// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sandboxRuntimeClassUnknown: Scenario = {
  id: 'sandbox.runtime-class-unknown',
  title: 'a pod names a RuntimeClass whose handler the runtime does not know',
  objects: { runtimeClasses: [{ metadata: { name: 'exotic' }, handler: 'criprobe-unknown-handler' }] },
  pod: {
    metadata: { name: 'exotic' },
    spec: {
      runtimeClassName: 'exotic',
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }],
    },
  },
  steps: [
    { do: 'wait-for-calls', rpc: 'RunPodSandbox', ended: 'refused', count: 2 },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: ['sandbox.run.unknown-handler-refused'],
};
