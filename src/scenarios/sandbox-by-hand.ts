// SPDX-License-Identifier: Apache-2.0
import { podNameLabel, podNamespaceLabel, podUidLabel } from '#base/pod-labels.js';

/**
 * A RunPodSandbox request for a second sandbox of the pod; by its uid the sweep after the scenario finds it.
 */
export function sandboxByHand(name: string): Readonly<Record<string, unknown>> {
  return {
    config: {
      metadata: { name, uid: '{uid}', namespace: 'by-hand' },
      hostname: name,
      labels: {
        [podNameLabel]: name,
        [podNamespaceLabel]: 'by-hand',
        [podUidLabel]: '{uid}',
      },
      linux: { security_context: { namespace_options: { pid: 'CONTAINER' } } },
    },
  };
}
