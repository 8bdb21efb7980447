// SPDX-License-Identifier: Apache-2.0
import type { LinuxContainerSecurityContext } from '#cri/proto/generated/messages.js';
import type { Container, Pod } from '#pod/pod.js';
import type { Traits } from '../../versions/traits.js';
import { profileOfText, profileText, securityProfile } from './security-profile.js';

const annotation = 'container.apparmor.security.beta.kubernetes.io/';

export interface AppArmorInput {
  readonly pod: Pod;
  readonly container: Container;
  readonly traits: Pick<Traits, 'appArmorFields'>;
}

/**
 * kuberuntime/helpers.go, getAppArmorProfile: the container's profile, else the one of its annotation, else
 * the pod's.
 */
export function appArmor({
  pod,
  container,
  traits,
}: AppArmorInput): Pick<LinuxContainerSecurityContext, 'apparmor' | 'apparmor_profile'> {
  const annotated = pod.metadata.annotations?.[`${annotation}${container.name}`] ?? '';
  if (!traits.appArmorFields) return annotated === '' ? {} : { apparmor_profile: annotated };
  const profile =
    container.securityContext?.appArmorProfile ??
    profileOfText(annotated) ??
    pod.spec.securityContext?.appArmorProfile;
  if (!profile) return {};
  const asNamed = (name: string): string => name;
  return { apparmor: securityProfile(profile, asNamed), apparmor_profile: profileText(profile, asNamed) };
}
