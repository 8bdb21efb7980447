// SPDX-License-Identifier: Apache-2.0
import type { Container, Resources } from '#pod/pod.js';
import {
  a,
  b,
  deletePod,
  exits,
  notOnNode,
  podStarts,
  podStops,
  readPod,
  remove,
  resizesInPlace,
  runsForever,
  startContainer,
  type Flow,
} from '../../support/flows/flow.js';
import { describeFlows } from '../../support/flows/flow-expectations.js';

const resources = (cpu: string, limit: string, memory: string): Resources => ({
  requests: { cpu, memory: '64Mi' },
  limits: { cpu: limit, memory },
});
const small = resources('250m', '500m', '128Mi');
const large = resources('500m', '1', '256Mi');
const memoryRestarts = [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }] as const;

/** After some seconds the API has another first container. */
function changed(to: Partial<Container>): NonNullable<Flow['happens']> {
  return async ({ controller, wait }) => {
    await wait(3.5);
    const { metadata, spec } = controller.pod;
    controller.update({
      metadata,
      spec: { ...spec, containers: spec.containers.map((each) => ({ ...each, ...to })) },
    });
    await wait(3);
  };
}

const flows: readonly Flow[] = [
  {
    story: 'its image changes: the container is stopped and recreated, although the pod never restarts',
    spec: { restartPolicy: 'Never', containers: [a] },
    before: notOnNode('x:2'),
    happens: changed({ image: 'x:2' }),
    calls: [
      podStarts,
      'StopContainer a#0 30',
      'ImageStatus x:2',
      'PullImage x:2',
      startContainer('a#1', 'x:2'),
      readPod,
    ],
  },
  {
    story: 'an ephemeral container is added and started, and stopped first on deletion',
    spec: { containers: [a] },
    happens: async ({ controller, wait, finish }) => {
      await wait(3);
      const dbg = {
        name: 'dbg',
        image: 'y:1',
        command: runsForever,
        targetContainerName: 'a',
        stdin: true,
        tty: true,
      };
      controller.update({ ...controller.pod, spec: { ...controller.pod.spec, ephemeralContainers: [dbg] } });
      await wait(3);
      await finish(controller.delete());
    },
    calls: [
      podStarts,
      startContainer('dbg#0', 'y:1'),
      readPod,
      'StopContainer dbg#0 30',
      'StopContainer a#0 30',
      podStops,
    ],
    requests: {
      'CreateContainer dbg#0': {
        config: {
          stdin: true,
          tty: true,
          linux: { security_context: { namespace_options: { pid: 'TARGET', target_id: 'container2' } } },
        },
      },
    },
  },
  {
    story: 'it is deleted during a pull, and killed when its containers have started',
    spec: { containers: [a, b] },
    before: notOnNode('x:1'),
    secondsPerCall: { PullImage: 20 },
    happens: deletePod(7),
    calls: [
      'RunPodSandbox S0',
      'ImageStatus x:1',
      'PullImage x:1',
      startContainer('a#0'),
      startContainer('b#0'),
      readPod,
      'StopContainer b#0 7',
      'StopContainer a#0 7',
      podStops,
    ],
  },
  {
    story: 'it is deleted during RunPodSandbox, and killed when its container has started',
    spec: { containers: [a] },
    secondsPerCall: { RunPodSandbox: 20 },
    happens: deletePod(7),
    calls: [podStarts, 'StopContainer a#0 7', podStops],
  },
  {
    story: 'it is deleted during a RunPodSandbox that fails, and nothing is left to kill',
    spec: { containers: [a] },
    secondsPerCall: { RunPodSandbox: 20 },
    before: (runtime) => {
      runtime.intercept = (rpc) =>
        rpc === 'RunPodSandbox' ? { kind: 'refused', code: 'UNKNOWN', message: 'no network' } : undefined;
    },
    happens: deletePod(7),
    calls: ['RunPodSandbox S0', readPod, readPod],
  },
  {
    story: 'its container grows: the pod cgroup first, then the container',
    spec: { containers: [{ ...a, resources: small }] },
    before: resizesInPlace,
    happens: changed({ resources: large }),
    calls: [
      podStarts,
      'UpdatePodSandboxResources S0',
      'UpdateContainerResources a#0',
      'UpdatePodSandboxResources S0',
      'UpdatePodSandboxResources S0',
      'UpdateContainerResources a#0',
      readPod,
    ],
    requests: {
      'UpdateContainerResources a#0': {
        linux: {
          memory_limit_in_bytes: '268435456',
          cpu_quota: '50000',
          cpu_period: '100000',
          cpu_shares: '256',
        },
      },
      'UpdatePodSandboxResources S0': { overhead: {}, resources: { memory_limit_in_bytes: '268435456' } },
    },
  },
  {
    story: 'its container shrinks: the container first, then the pod cgroup',
    spec: { containers: [{ ...a, resources: large }] },
    before: resizesInPlace,
    happens: changed({ resources: small }),
    calls: [
      podStarts,
      'ListContainerStats S0',
      'UpdateContainerResources a#0',
      'UpdatePodSandboxResources S0',
      'UpdateContainerResources a#0',
      'UpdatePodSandboxResources S0',
      'UpdatePodSandboxResources S0',
      readPod,
    ],
  },
  {
    story: 'its memory changes and its policy requires a restart: the container is recreated',
    spec: { containers: [{ ...a, resources: small, resizePolicy: memoryRestarts }] },
    before: resizesInPlace,
    happens: changed({ resources: large }),
    calls: [
      podStarts,
      'StopContainer a#0 30',
      'UpdatePodSandboxResources S0',
      'UpdatePodSandboxResources S0',
      'UpdatePodSandboxResources S0',
      startContainer('a#1'),
      readPod,
    ],
  },
  {
    story: 'its container exits with the code that restarts all containers, init containers included',
    spec: {
      restartPolicy: 'Never',
      initContainers: [{ ...a, name: 'i', command: exits(0) }],
      containers: [
        {
          ...a,
          restartPolicy: 'Never',
          restartPolicyRules: [
            { action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [42] } },
          ],
        },
        b,
      ],
    },
    removedUnread: true,
    happens: async ({ wait, runtime, transcript, node, controller }) => {
      await wait(5);
      const logs = ['i', 'a', 'b'].map((name) => `${node.podLogsDir}/d_p_${controller.uid}/${name}/0.log`);
      for (const log of logs) await node.writeFile(log, '');
      runtime.boxes.get(transcript.idOf('a#0'))?.end(42);
      await wait(6);
    },
    calls: [
      'RunPodSandbox S0',
      startContainer('i#0'),
      readPod,
      startContainer('a#0'),
      startContainer('b#0'),
      readPod,
      'StopContainer b#0 2',
      remove('b#0'),
      remove('i#0'),
      remove('a#0'),
      readPod,
      startContainer('i#1'),
      readPod,
      startContainer('a#1'),
      startContainer('b#1'),
      readPod,
    ],
  },
];

describeFlows('the kubelet, when a running pod changes', flows);
