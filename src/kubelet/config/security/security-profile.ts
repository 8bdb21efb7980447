// SPDX-License-Identifier: Apache-2.0
import type {
  Capability,
  Int64Value,
  SecurityProfile,
  SELinuxOption,
} from '#cri/proto/generated/messages.js';
import type { ContainerSecurityContext, SecurityProfileRef, SeLinuxOptions } from '#pod/security-context.js';
import { sparse } from '../sparse.js';

type LocalhostRef = (name: string) => string;

/**
 * kuberuntime/helpers.go, fieldSeccompProfile. `localhostRef` turns the name of a profile into what the
 * runtime gets.
 */
export function securityProfile(ref: SecurityProfileRef, localhostRef: LocalhostRef): SecurityProfile {
  switch (ref.type) {
    case 'RuntimeDefault':
      return {};
    case 'Unconfined':
      return { profile_type: 'Unconfined' };
    case 'Localhost':
      return { profile_type: 'Localhost', localhost_ref: localhostRef(ref.localhostProfile ?? '') };
  }
}

/** kuberuntime/helpers.go, getAppArmorProfile: the profile as the deprecated text fields have it. */
export function profileText(ref: SecurityProfileRef, localhostRef: LocalhostRef): string {
  if (ref.type === 'Localhost') return `localhost/${localhostRef(ref.localhostProfile ?? '')}`;
  return ref.type === 'RuntimeDefault' ? 'runtime/default' : 'unconfined';
}

/** kuberuntime/helpers.go, getAppArmorProfile: a profile from an annotation; undefined: not a valid one. */
export function profileOfText(text: string): SecurityProfileRef | undefined {
  if (text === 'runtime/default') return { type: 'RuntimeDefault' };
  if (text === 'unconfined') return { type: 'Unconfined' };
  if (!text.startsWith('localhost/')) return undefined;
  return { type: 'Localhost', localhostProfile: text.slice('localhost/'.length) };
}

/** A wrapped number: absent and 0 differ, 0 is an empty message. */
export function int64Value(value: number): Int64Value {
  return sparse({ value: String(value) });
}

/** kuberuntime/security_context.go, convertToRuntimeSELinuxOption. */
export function seLinux(options: SeLinuxOptions | undefined): SELinuxOption | undefined {
  if (!options) return undefined;
  const { user, role, type, level } = options;
  return sparse({ user, role, type, level });
}

/** kuberuntime/security_context.go, convertToRuntimeCapabilities. */
export function capability({ capabilities }: ContainerSecurityContext): Capability | undefined {
  if (!capabilities) return undefined;
  return sparse({ add_capabilities: capabilities.add, drop_capabilities: capabilities.drop });
}
