// SPDX-License-Identifier: Apache-2.0
import { madeUpIdPrefix } from '#base/made-up-id.js';
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import { sandboxByHand } from '../sandbox-by-hand.js';
import type { Scenario } from '../scenario.js';

type Fields = Readonly<Record<string, unknown>>;

/** A kubelet makes the directory first: what a runtime does without it is its own affair, but soon. */
const logs = { log_directory: `{scratch}/${madeUpIdPrefix}directory` };
const sandbox = sandboxByHand('apart')['config'] as Fields;
const container = containerByHand('late', box('print up', 'wait'));
const late = { container_id: '{made:late}' };
const apart = { pod_sandbox_id: '{made:apart}' };

export const logsMissingDirectory: Scenario = {
  id: 'logs.missing-directory',
  title: 'a container is created and started whose log is in a directory that does not exist',
  pod: {
    metadata: { name: 'homeless' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'RunPodSandbox', request: { config: { ...sandbox, ...logs } }, as: 'apart' },
    {
      do: 'call',
      rpc: 'CreateContainer',
      request: {
        ...container,
        ...apart,
        config: { ...(container['config'] as Fields), log_path: 'late/0.log' },
        sandbox_config: { ...sandbox, ...logs },
      },
      as: 'late',
    },
    { do: 'call', rpc: 'StartContainer', request: late },
    { do: 'call', rpc: 'ContainerStatus', request: late },
    { do: 'call', rpc: 'StopContainer', request: { ...late, timeout: '2' } },
    { do: 'call', rpc: 'RemoveContainer', request: late },
    { do: 'call', rpc: 'StopPodSandbox', request: apart },
    { do: 'call', rpc: 'RemovePodSandbox', request: apart },
  ],
  exercises: ['runtime.calls.answered', 'sandbox.remove.succeeds', 'sandbox.stop.succeeds'],
};
