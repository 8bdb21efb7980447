// SPDX-License-Identifier: Apache-2.0
import { podNameLabel, podNamespaceLabel, podUidLabel } from '#base/pod-labels.js';

/** A RunPodSandbox request for a sandbox beside the pod's own; its uid lets the sweep after the scenario find it. */
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
