// SPDX-License-Identifier: Apache-2.0
import type { Probe } from '#pod/probe.js';
import { a, begun, deleted, look, over, pass, start, times, type Flow } from './flow.js';

const failing: Probe = { exec: { command: ['exit 1'] } };
const fine: Probe = { exec: { command: ['true'] } };

/** §8.5 */
export const probing: readonly Flow[] = [
  {
    id: 'S40 liveness probe fails',
    spec: { containers: [{ ...a, livenessProbe: { ...failing, periodSeconds: 10, failureThreshold: 3 } }] },
    plot: pass(28),
    calls: [...begun, ...times(3, 'ExecSync a#0 exit 1 1'), 'StopContainer a#0 30', ...start('a#1'), ...look, 'ExecSync a#1 exit 1 1'],
    paced: [['ExecSync a#0 exit 1 1', 'StopContainer a#0 30', 20, 21]],
  },
  {
    id: 'S40 the same, Never',
    spec: {
      restartPolicy: 'Never',
      containers: [{ ...a, livenessProbe: { ...failing, periodSeconds: 10, failureThreshold: 3 } }],
    },
    plot: pass(40),
    calls: [...begun, ...times(3, 'ExecSync a#0 exit 1 1'), 'StopContainer a#0 30', ...over],
  },
  {
    id: 'S41 probe-level grace period',
    spec: {
      terminationGracePeriodSeconds: 600,
      restartPolicy: 'Never',
      containers: [{ ...a, livenessProbe: { ...failing, failureThreshold: 1, terminationGracePeriodSeconds: 5 } }],
    },
    plot: pass(10),
    calls: [...begun, 'ExecSync a#0 exit 1 1', 'StopContainer a#0 5', ...over],
  },
  {
    id: 'S41 the pod is deleted',
    spec: {
      terminationGracePeriodSeconds: 600,
      containers: [{ ...a, livenessProbe: { ...fine, periodSeconds: 100, terminationGracePeriodSeconds: 5 } }],
    },
    plot: deleted(),
    calls: [...begun, 'ExecSync a#0 true 1', 'StopContainer a#0 600', ...over],
  },
  {
    id: 'S42 startup probe fails',
    spec: {
      containers: [
        { ...a, startupProbe: { ...failing, periodSeconds: 5, failureThreshold: 4 }, livenessProbe: fine },
      ],
    },
    plot: pass(18),
    calls: [...begun, ...times(4, 'ExecSync a#0 exit 1 1'), 'StopContainer a#0 30', ...start('a#1'), ...look, 'ExecSync a#1 exit 1 1'],
  },
  {
    id: 'S43 a) exec probe times out: a failure',
    spec: { restartPolicy: 'Never', containers: [{ ...a, livenessProbe: { ...fine, failureThreshold: 2 } }] },
    given: (runtime) => {
      runtime.intercept = (rpc) =>
        rpc === 'ExecSync' ? { kind: 'refused', code: 'DEADLINE_EXCEEDED', message: 'too slow' } : undefined;
    },
    plot: pass(16),
    calls: [...begun, ...times(2, 'ExecSync a#0 true 1'), 'StopContainer a#0 30', ...over],
  },
  {
    id: 'S43 b) exec probe ends in an error: three calls, and nothing counted',
    spec: { containers: [{ ...a, livenessProbe: { ...fine, failureThreshold: 1 } }] },
    given: (runtime) => {
      runtime.intercept = (rpc) =>
        rpc === 'ExecSync' ? { kind: 'refused', code: 'UNKNOWN', message: 'no shim' } : undefined;
    },
    plot: pass(15),
    calls: [...begun, ...times(6, 'ExecSync a#0 true 1')],
  },
];
