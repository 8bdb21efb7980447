// SPDX-License-Identifier: Apache-2.0
/** A RunPodSandbox request for a sandbox beside the pod's own; its uid lets the sweep after the scenario find it. */
export function sandboxByHand(name: string): Readonly<Record<string, unknown>> {
  return {
    config: {
      metadata: { name, uid: '{uid}', namespace: 'by-hand' },
      hostname: name,
      labels: {
        'io.kubernetes.pod.name': name,
        'io.kubernetes.pod.namespace': 'by-hand',
        'io.kubernetes.pod.uid': '{uid}',
      },
      linux: { security_context: { namespace_options: { pid: 'CONTAINER' } } },
    },
  };
}
