// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import { box } from '#guest/box.js';
import { untilCleared } from '../fault.js';
import type { Scenario } from '../scenario.js';

interface StatusAnswer {
  readonly status?: { readonly conditions?: readonly { readonly type?: string }[] };
}

function withoutNetwork(answer: StatusAnswer): Readonly<Record<string, unknown>> {
  const { conditions = [] } = answer.status ?? {};
  const others = conditions.filter(({ type }) => type !== 'NetworkReady');
  const reason = { reason: 'criprobe', message: 'shown as not ready' };
  return {
    ...answer,
    status: { ...answer.status, conditions: [...others, { type: 'NetworkReady', ...reason }] },
  };
}

export const runtimeNetworkNotReady: Scenario = {
  id: 'runtime.network-not-ready',
  title: 'the kubelet is told that the pod network is not ready, and starts the pod later',
  needs: ['pod-network'],
  faults: [
    {
      rpc: 'Status',
      times: untilCleared,
      effect: { kind: 'rewrite', what: 'NetworkReady is false', instead: withoutNetwork },
    },
  ],
  pod: {
    metadata: { name: 'waiting' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-problem', reason: 'NetworkNotReady' },
    {
      do: 'call',
      rpc: 'ListPodSandbox',
      request: { filter: { label_selector: { [podUidLabel]: '{uid}' } } },
    },
    { do: 'clear-faults' },
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.stop.succeeds', 'sandbox.run.ready-at-once'],
};
