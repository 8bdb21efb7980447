// SPDX-License-Identifier: Apache-2.0
import { containerNameLabel, podUidLabel } from '#base/pod-labels.js';

/** A CreateContainer request in the pod's newest sandbox, for a container the kubelet does not know. */
export function containerByHand(
  name: string,
  command: readonly string[],
  resources?: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const labels = { [podUidLabel]: '{uid}', [containerNameLabel]: name };
  return {
    pod_sandbox_id: '{sandbox}',
    config: {
      metadata: { name },
      image: { image: 'registry.test/box:1', user_specified_image: 'registry.test/box:1' },
      command,
      labels,
      linux: {
        ...(resources && { resources }),
        security_context: { namespace_options: { pid: 'CONTAINER' } },
      },
    },
    sandbox_config: { metadata: { name: 'by-hand', uid: '{uid}', namespace: 'by-hand' } },
  };
}
