// SPDX-License-Identifier: Apache-2.0
import type { ContractId } from '#contracts/contract-id.generated.js';
import { box } from '#guest/box.js';
import type { Pod } from '#pod/pod.js';
import type { Step } from './step.js';
import { containerByHand } from './container-by-hand.js';
import { sandboxByHand } from './sandbox-by-hand.js';

/** One container that takes time to exit, and one that others can reach within the pod. */
export const veteran: Pod = {
  metadata: { name: 'veteran' },
  spec: {
    containers: [
      {
        name: 'main',
        image: 'registry.test/box:1',
        command: box('on TERM exit 9 after 1500ms', 'print ready', 'wait'),
        resources: { requests: { cpu: '50m', memory: '16Mi' }, limits: { cpu: '200m', memory: '64Mi' } },
      },
      {
        name: 'near',
        image: 'registry.test/box:1',
        command: box('listen tcp 7070', 'print ready', 'wait'),
      },
    ],
  },
};

const main = { container_id: '{container:main}' };
const spare = { container_id: '{made:spare}' };
const late = { container_id: '{made:late}' };
const twin = { pod_sandbox_id: '{made:twin}' };
const again = { pod_sandbox_id: '{made:again}' };
const waiting = box('wait');

/** What keeps a port of the node, if it is given one. */
const twinWith = (port: number | undefined): Readonly<Record<string, unknown>> => {
  const request = sandboxByHand('twin');
  const mapping = { protocol: 'UDP', container_port: 7070, host_port: port, host_ip: '127.0.0.1' };
  return port === undefined
    ? request
    : { config: { ...(request['config'] as object), port_mappings: [mapping] } };
};

/** Creates everything that will be old; from now on only the scenario acts. */
const before = (port?: number): readonly Step[] => [
  { do: 'wait-for-log', container: 'main', line: 'ready' },
  { do: 'wait-for-log', container: 'near', line: 'ready' },
  { do: 'pause-kubelet' },
  { do: 'call', rpc: 'RunPodSandbox', request: twinWith(port), as: 'twin' },
  { do: 'call', rpc: 'CreateContainer', request: containerByHand('spare', waiting), as: 'spare' },
  { do: 'call', rpc: 'ContainerStatus', request: spare },
  { do: 'call', rpc: 'ContainerStatus', request: main },
  { do: 'call', rpc: 'ContainerStats', request: main },
];

/** Every call, on old objects. */
const after = (port?: number): readonly Step[] => [
  {
    do: 'call',
    rpc: 'ExecSync',
    request: { ...main, cmd: box('print hello', 'exit 3'), timeout: '30' },
  },
  { do: 'call', rpc: 'ContainerStats', request: main },
  { do: 'call', rpc: 'RunPodSandbox', request: twinWith(port) },
  { do: 'call', rpc: 'CreateContainer', request: containerByHand('spare', waiting) },
  { do: 'call', rpc: 'StopPodSandbox', request: twin },
  { do: 'call', rpc: 'RemovePodSandbox', request: twin },
  { do: 'call', rpc: 'PodSandboxStatus', request: twin },
  { do: 'call', rpc: 'RunPodSandbox', request: twinWith(port), as: 'again' },
  { do: 'call', rpc: 'PodSandboxStatus', request: again },
  { do: 'call', rpc: 'StartContainer', request: spare },
  { do: 'call', rpc: 'ContainerStatus', request: spare },
  { do: 'call', rpc: 'CreateContainer', request: containerByHand('late', waiting), as: 'late' },
  { do: 'call', rpc: 'StartContainer', request: late },
  { do: 'call', rpc: 'ContainerStatus', request: late },
  { do: 'call', rpc: 'ExecSync', request: { ...late, cmd: box('show hostname'), timeout: '30' } },
  {
    do: 'call',
    rpc: 'ExecSync',
    request: { ...late, cmd: box('connect tcp 127.0.0.1 7070 near'), timeout: '30' },
  },
  { do: 'call', rpc: 'ContainerStatus', request: main },
  { do: 'call', rpc: 'UpdateContainerResources', request: { ...main, linux: { cpu_shares: '102' } } },
  { do: 'call', rpc: 'ContainerStatus', request: main },
  { do: 'call', rpc: 'StopContainer', request: { ...main, timeout: '20' } },
  { do: 'call', rpc: 'ContainerStatus', request: main },
  { do: 'call', rpc: 'StopPodSandbox', request: again },
  { do: 'call', rpc: 'RemovePodSandbox', request: again },
];

/** `port`: of the node, that the sandboxes made by hand want, one after the other. */
export function verbsAround(outage: readonly Step[], port?: number): readonly Step[] {
  return [...before(port), ...outage, ...after(port)];
}

export const verbsExercise: readonly ContractId[] = [
  'restart.names.still-taken',
  'restart.preexisting.create',
  'restart.preexisting.exec',
  'restart.preexisting.read',
  'restart.preexisting.remove',
  'restart.preexisting.start',
  'restart.preexisting.stats',
  'restart.preexisting.stop',
  'restart.preexisting.update',
];
