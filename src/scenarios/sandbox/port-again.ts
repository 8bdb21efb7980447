// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { sandboxByHand } from '../sandbox-by-hand.js';
import type { Scenario } from '../scenario.js';

/** Two pods that want the same port of the node, one after the other. */
const withPort = (name: string): Readonly<Record<string, unknown>> => ({
  config: {
    ...(sandboxByHand(name)['config'] as object),
    port_mappings: [{ protocol: 'UDP', container_port: 8080, host_port: 43918, host_ip: '127.0.0.1' }],
  },
});
const first = { pod_sandbox_id: '{made:first}' };
const second = { pod_sandbox_id: '{made:second}' };

export const sandboxPortAgain: Scenario = {
  id: 'sandbox.port-again',
  title: 'a port of the node is given to a pod, and to the next one when that pod is gone',
  needs: ['pod-network'],
  pod: {
    metadata: { name: 'ferry' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'RunPodSandbox', request: withPort('first'), as: 'first' },
    { do: 'call', rpc: 'StopPodSandbox', request: first },
    { do: 'call', rpc: 'RemovePodSandbox', request: first },
    { do: 'call', rpc: 'RunPodSandbox', request: withPort('second'), as: 'second' },
    { do: 'call', rpc: 'PodSandboxStatus', request: second },
    { do: 'call', rpc: 'StopPodSandbox', request: second },
    { do: 'call', rpc: 'RemovePodSandbox', request: second },
  ],
  exercises: ['sandbox.remove.succeeds', 'sandbox.run.succeeds', 'sandbox.stop.succeeds'],
};
