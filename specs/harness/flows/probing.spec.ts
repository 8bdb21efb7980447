// SPDX-License-Identifier: Apache-2.0
import type { Probe } from '#pod/probe.js';
import {
  a,
  deletePod,
  nothingFor,
  podStarts,
  podStops,
  readPod,
  repeat,
  startContainer,
  type Flow,
} from '../../support/flows/flow.js';
import { describeFlows } from '../../support/flows/flow-expectations.js';

const failing: Probe = { exec: { command: ['exit 1'] } };
const fine: Probe = { exec: { command: ['true'] } };

const flows: readonly Flow[] = [
  {
    story: 'its liveness probe fails three times, and the container restarts',
    spec: { containers: [{ ...a, livenessProbe: { ...failing, periodSeconds: 10, failureThreshold: 3 } }] },
    happens: nothingFor(42),
    calls: [
      podStarts,
      repeat(3, 'ExecSync a#0 exit 1 1'),
      'StopContainer a#0 30',
      startContainer('a#1'),
      readPod,
      'ExecSync a#1 exit 1 1',
    ],
    secondsBetween: [['ExecSync a#0 exit 1 1', 'StopContainer a#0 30', 20, 21]],
  },
  {
    story: 'its liveness probe fails and it never restarts: the pod ends',
    spec: {
      restartPolicy: 'Never',
      containers: [{ ...a, livenessProbe: { ...failing, periodSeconds: 10, failureThreshold: 3 } }],
    },
    happens: nothingFor(40),
    // Nothing is left to run: the sync kills the pod as a whole, and what ends it does so again.
    calls: [podStarts, repeat(3, 'ExecSync a#0 exit 1 1'), 'StopContainer a#0 30', podStops, podStops],
  },
  {
    story: "its liveness probe fails, and the container gets the probe's grace period",
    spec: {
      terminationGracePeriodSeconds: 600,
      containers: [
        { ...a, livenessProbe: { ...failing, failureThreshold: 1, terminationGracePeriodSeconds: 5 } },
      ],
    },
    happens: nothingFor(15),
    calls: [podStarts, 'ExecSync a#0 exit 1 1', 'StopContainer a#0 5', startContainer('a#1'), readPod],
  },
  {
    story: "it is deleted, and the container gets the pod's grace period, not the probe's",
    spec: {
      terminationGracePeriodSeconds: 600,
      containers: [{ ...a, livenessProbe: { ...fine, terminationGracePeriodSeconds: 5 } }],
    },
    happens: deletePod(undefined, 15),
    calls: [podStarts, 'ExecSync a#0 true 1', 'StopContainer a#0 600', podStops],
  },
  {
    story: 'its startup probe fails four times, and the container restarts without a liveness probe',
    spec: {
      containers: [
        { ...a, startupProbe: { ...failing, periodSeconds: 5, failureThreshold: 4 }, livenessProbe: fine },
      ],
    },
    happens: nothingFor(28),
    calls: [
      podStarts,
      repeat(4, 'ExecSync a#0 exit 1 1'),
      'StopContainer a#0 30',
      startContainer('a#1'),
      readPod,
      'ExecSync a#1 exit 1 1',
    ],
  },
  {
    story: 'its exec probe times out twice, which counts as failure',
    spec: { restartPolicy: 'Never', containers: [{ ...a, livenessProbe: { ...fine, failureThreshold: 2 } }] },
    before: (runtime) => {
      runtime.intercept = (rpc) =>
        rpc === 'ExecSync' ? { kind: 'refused', code: 'DEADLINE_EXCEEDED', message: 'too slow' } : undefined;
    },
    happens: nothingFor(26),
    calls: [podStarts, repeat(2, 'ExecSync a#0 true 1'), 'StopContainer a#0 30', podStops, podStops],
  },
  {
    story: 'its exec probe returns errors: three attempts each time, and none counts',
    spec: { containers: [{ ...a, livenessProbe: { ...fine, failureThreshold: 1 } }] },
    before: (runtime) => {
      runtime.intercept = (rpc) =>
        rpc === 'ExecSync' ? { kind: 'refused', code: 'UNKNOWN', message: 'no shim' } : undefined;
    },
    happens: nothingFor(25),
    calls: [podStarts, repeat(6, 'ExecSync a#0 true 1')],
  },
];

describeFlows('the kubelet, when a pod has probes', flows);
