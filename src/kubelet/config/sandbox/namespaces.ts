// SPDX-License-Identifier: Apache-2.0
import type { NamespaceMode, NamespaceOption } from '#cri/proto/generated/messages.js';
import type { Pod } from '#pod/pod.js';
import type { Traits } from '../../versions/traits.js';
import { sparse } from '../sparse.js';
import { userNamespaceOptions, type IdRange } from '../security/user-namespace.js';

export interface NamespacesInput {
  readonly pod: Pod;
  readonly traits: Pick<Traits, 'usernsAlwaysSaid'>;
  readonly userNamespace?: IdRange | undefined;
  /** The target of an ephemeral container. */
  readonly targetId?: string | undefined;
}

/** kuberuntime/util/util.go, NamespacesForPod. */
export function namespaceOptions({ pod, traits, userNamespace, targetId }: NamespacesInput): NamespaceOption {
  const pid = pidMode(pod);
  return sparse({
    network: pod.spec.hostNetwork === true ? ('NODE' as const) : undefined,
    ...(targetId !== undefined && pid === 'CONTAINER' ? { pid: 'TARGET', target_id: targetId } : { pid }),
    ipc: pod.spec.hostIPC === true ? ('NODE' as const) : undefined,
    userns_options: userNamespaceOptions(userNamespace, traits),
  });
}

/**
 * kuberuntime/util/util.go, PidNamespaceForPod. CONTAINER is not the default of the enum, so it is always
 * sent.
 */
function pidMode({ spec }: Pod): NamespaceMode | undefined {
  if (spec.hostPID === true) return 'NODE';
  return spec.shareProcessNamespace === true ? undefined : 'CONTAINER';
}
