// SPDX-License-Identifier: Apache-2.0
import { describe, it } from '@jest/globals';
import type { Probe } from '#pod/probe.js';
import { a, begun, deleted, look, over, pass, start, times, type Flow } from '../../support/flows/flow.js';
import { expectFlow } from '../../support/flows/flow-expectations.js';

const failing: Probe = { exec: { command: ['exit 1'] } };
const fine: Probe = { exec: { command: ['true'] } };

const flows: readonly Flow[] = [
  {
    id: 'liveness probe fails',
    spec: { containers: [{ ...a, livenessProbe: { ...failing, periodSeconds: 10, failureThreshold: 3 } }] },
    plot: pass(42),
    calls: [
      ...[...begun, ...times(3, 'ExecSync a#0 exit 1 1')],
      ...['StopContainer a#0 30', ...start('a#1'), ...look, 'ExecSync a#1 exit 1 1'],
    ],
    paced: [['ExecSync a#0 exit 1 1', 'StopContainer a#0 30', 20, 21]],
  },
  {
    id: 'liveness probe fails, Never',
    spec: {
      restartPolicy: 'Never',
      containers: [{ ...a, livenessProbe: { ...failing, periodSeconds: 10, failureThreshold: 3 } }],
    },
    plot: pass(40),
    // Nothing is left to run: the sync kills the pod as a whole, and what ends it does so again.
    calls: [...begun, ...times(3, 'ExecSync a#0 exit 1 1'), 'StopContainer a#0 30', ...over, ...over],
  },
  {
    id: 'probe-level grace period',
    spec: {
      terminationGracePeriodSeconds: 600,
      containers: [
        { ...a, livenessProbe: { ...failing, failureThreshold: 1, terminationGracePeriodSeconds: 5 } },
      ],
    },
    plot: pass(15),
    calls: [...begun, 'ExecSync a#0 exit 1 1', 'StopContainer a#0 5', ...start('a#1'), ...look],
  },
  {
    id: 'probe-level grace period, the pod is deleted',
    spec: {
      terminationGracePeriodSeconds: 600,
      containers: [{ ...a, livenessProbe: { ...fine, terminationGracePeriodSeconds: 5 } }],
    },
    plot: deleted(undefined, 15),
    calls: [...begun, 'ExecSync a#0 true 1', 'StopContainer a#0 600', ...over],
  },
  {
    id: 'startup probe fails',
    spec: {
      containers: [
        { ...a, startupProbe: { ...failing, periodSeconds: 5, failureThreshold: 4 }, livenessProbe: fine },
      ],
    },
    plot: pass(28),
    calls: [
      ...[...begun, ...times(4, 'ExecSync a#0 exit 1 1')],
      ...['StopContainer a#0 30', ...start('a#1'), ...look, 'ExecSync a#1 exit 1 1'],
    ],
  },
  {
    id: 'exec probe times out: a failure',
    spec: { restartPolicy: 'Never', containers: [{ ...a, livenessProbe: { ...fine, failureThreshold: 2 } }] },
    given: (runtime) => {
      runtime.intercept = (rpc) =>
        rpc === 'ExecSync' ? { kind: 'refused', code: 'DEADLINE_EXCEEDED', message: 'too slow' } : undefined;
    },
    plot: pass(26),
    calls: [...begun, ...times(2, 'ExecSync a#0 true 1'), 'StopContainer a#0 30', ...over, ...over],
  },
  {
    id: 'exec probe ends in an error: three calls, and nothing counted',
    spec: { containers: [{ ...a, livenessProbe: { ...fine, failureThreshold: 1 } }] },
    given: (runtime) => {
      runtime.intercept = (rpc) =>
        rpc === 'ExecSync' ? { kind: 'refused', code: 'UNKNOWN', message: 'no shim' } : undefined;
    },
    plot: pass(25),
    calls: [...begun, ...times(6, 'ExecSync a#0 true 1')],
  },
];

describe('a kubelet that probes', () => {
  it.each(flows)('$id', expectFlow);
});
