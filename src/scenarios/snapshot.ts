// SPDX-License-Identifier: Apache-2.0
import { call } from './call.js';
import type { Step } from './step.js';

/** The image of almost every container of ours. */
const image = { image: { image: 'registry.test/box:1' } };

/**
 * Reads everything a runtime reports about itself, the pod's sandbox and these containers; lists come first.
 */
export function snapshot(containers: readonly string[]): readonly Step[] {
  return [
    call('ListPodSandbox', {}),
    call('ListContainers', {}),
    ...containers.map((container_id) => call('ContainerStatus', { container_id })),
    call('PodSandboxStatus', { pod_sandbox_id: '{sandbox}' }),
    call('ListImages', {}),
    call('ImageStatus', image),
    call('Version', {}),
    call('RuntimeConfig', {}),
    call('Status', {}),
  ];
}
