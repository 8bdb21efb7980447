// SPDX-License-Identifier: Apache-2.0
import type { LinuxContainerSecurityContext } from '#cri/proto/generated/messages.js';
import type { Container, Pod } from '#pod/pod.js';
import type { SecurityProfileRef } from '#pod/security-context.js';
import type { Traits } from '../../versions/traits.js';
import { profileText, securityProfile } from './security-profile.js';

const podAnnotation = 'seccomp.security.alpha.kubernetes.io/pod';
const containerAnnotation = 'container.seccomp.security.alpha.kubernetes.io/';
const unconfined: SecurityProfileRef = { type: 'Unconfined' };

export interface SeccompInput {
  readonly pod: Pod;
  readonly container: Container;
  readonly rootDir: string;
  readonly traits: Pick<Traits, 'seccompProfilePath' | 'seccompAnnotations'>;
}

/** kuberuntime/helpers.go, getSeccompProfile: the container's profile, else the pod's, else unconfined. */
export function seccomp(
  input: SeccompInput,
): Pick<LinuxContainerSecurityContext, 'seccomp' | 'seccomp_profile_path'> {
  const { pod, container, traits } = input;
  const inRoot = (name: string): string => `${input.rootDir}/seccomp/${name}`;
  const profile = container.securityContext?.seccompProfile ?? pod.spec.securityContext?.seccompProfile;
  const path = traits.seccompProfilePath ? profilePath(input, inRoot) : '';
  return {
    seccomp: securityProfile(profile ?? unconfined, inRoot),
    ...(path !== '' && { seccomp_profile_path: path }),
  };
}

/**
 * kuberuntime/helpers.go, getSeccompProfilePath: the deprecated text. At each level an annotation comes after
 * the field.
 */
function profilePath({ pod, container, traits }: SeccompInput, inRoot: (name: string) => string): string {
  const { annotations = {} } = pod.metadata;
  const known = traits.seccompAnnotations ? annotations : {};
  const texts = [
    fieldText(container.securityContext?.seccompProfile, inRoot),
    annotationText(known[`${containerAnnotation}${container.name}`], inRoot),
    fieldText(pod.spec.securityContext?.seccompProfile, inRoot),
    annotationText(known[podAnnotation], inRoot),
  ];
  return texts.find((text) => text !== undefined) ?? '';
}

function fieldText(
  profile: SecurityProfileRef | undefined,
  inRoot: (name: string) => string,
): string | undefined {
  return profile && profileText(profile, inRoot);
}

function annotationText(text: string | undefined, inRoot: (name: string) => string): string | undefined {
  if (text?.startsWith('localhost/') !== true) return text;
  return `localhost/${inRoot(text.slice('localhost/'.length))}`;
}
