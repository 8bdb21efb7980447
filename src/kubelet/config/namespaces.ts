// SPDX-License-Identifier: Apache-2.0
import type { NamespaceMode, NamespaceOption } from '#cri/generated/messages.js';
import type { Pod } from '#pod/pod.js';
import { sparse } from './sparse.js';

export function namespaceOptions(pod: Pod): NamespaceOption {
  const { hostNetwork, hostIPC } = pod.spec;
  return sparse({
    network: hostNetwork === true ? 'NODE' : undefined,
    pid: pidMode(pod),
    ipc: hostIPC === true ? 'NODE' : undefined,
    userns_options: { mode: 'NODE' as const },
  });
}

/** CONTAINER is not the enum's default, so it is always sent. */
function pidMode({ spec }: Pod): NamespaceMode | undefined {
  if (spec.hostPID === true) return 'NODE';
  return spec.shareProcessNamespace === true ? undefined : 'CONTAINER';
}
