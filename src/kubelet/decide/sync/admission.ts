// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import { appArmor } from '../../config/security/app-armor.js';
import { allContainers } from '../../config/resources/qos.js';
import type { NodeFacts } from '../../model/node-facts.js';
import type { Problem } from '../report/pod-controller.js';
import { minorOf, type Traits } from '../../versions/traits.js';
import { isAllowedSysctl, normalizedSysctl } from '../../config/sandbox/safe-sysctls.js';

export interface Admission {
  readonly facts: Pick<NodeFacts, 'appArmor' | 'allowedUnsafeSysctls'>;
  readonly version: string;
  readonly traits: Traits;
}

/**
 * allocation/allocation_manager.go, canAdmitPod: why the kubelet rejects the pod before any call; undefined:
 * it is admitted.
 */
export function refusedAtAdmission(pod: Pod, admission: Admission): Problem | undefined {
  return forbiddenSysctl(pod, admission) ?? missingAppArmor(pod, admission);
}

/** sysctl/allowlist.go, Admit. */
function forbiddenSysctl(pod: Pod, { facts, version }: Admission): Problem | undefined {
  const names = (pod.spec.securityContext?.sysctls ?? []).map(({ name }) => normalizedSysctl(name));
  const why = names.map((name) => {
    const allowed = isAllowedSysctl(name, minorOf(version), facts.allowedUnsafeSysctls ?? []);
    return allowed ? hostOwned(pod, name) : `forbidden sysctl: "${name}" not allowlisted`;
  });
  const message = why.find((each) => each !== undefined);
  return message === undefined ? undefined : { reason: 'SysctlForbidden', message };
}

/** sysctl/allowlist.go, validateSysctl: a pod may not set sysctls of a namespace it shares with the node. */
function hostOwned({ spec }: Pod, name: string): string | undefined {
  const isNet = name.startsWith('net.');
  if (isNet && spec.hostNetwork === true)
    return `forbidden sysctl: "${name}" not allowed with host net enabled`;
  if (!isNet && spec.hostIPC === true) return `forbidden sysctl: "${name}" not allowed with host ipc enabled`;
  return undefined;
}

/** lifecycle/handlers.go, NewAppArmorAdmitHandler. */
function missingAppArmor(pod: Pod, { facts, traits }: Admission): Problem | undefined {
  if (facts.appArmor !== false) return undefined;
  const wanted = allContainers(pod).some((container) => {
    const { apparmor_profile: profile } = appArmor({ pod, container, traits });
    return profile !== undefined && profile !== 'unconfined';
  });
  if (!wanted) return undefined;
  return {
    reason: 'AppArmor',
    message: 'Cannot enforce AppArmor: AppArmor is not enabled on the host',
  };
}
