// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sandboxStatusUnreadableAtFirst: Scenario = {
  id: 'sandbox.status-unreadable-at-first',
  title: 'the status of a new sandbox cannot be read, and the kubelet goes on with that sandbox later',
  faults: [
    {
      rpc: 'PodSandboxStatus',
      effect: { kind: 'refuse', code: 'UNKNOWN', message: 'criprobe: refused once' },
    },
  ],
  pod: {
    metadata: { name: 'unread' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    {
      do: 'call',
      rpc: 'ListPodSandbox',
      request: { filter: { label_selector: { [podUidLabel]: '{uid}' } } },
    },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.stop.succeeds', 'sandbox.list.filters-find'],
};
