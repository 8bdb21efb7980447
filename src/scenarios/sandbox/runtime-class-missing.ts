// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sandboxRuntimeClassMissing: Scenario = {
  id: 'sandbox.runtime-class-missing',
  title: 'a pod names a RuntimeClass that does not exist',
  needs: ['runtime-classes'],
  pod: {
    metadata: { name: 'classless' },
    spec: {
      runtimeClassName: 'criprobe-missing',
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }],
    },
  },
  steps: [
    { do: 'wait-for-problem', reason: 'CreatePodSandboxError' },
    {
      do: 'call',
      rpc: 'ListPodSandbox',
      request: { filter: { label_selector: { [podUidLabel]: '{uid}' } } },
    },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: ['sandbox.list.items-complete'],
};
