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

/** `localhostRef` turns the profile's name into what the runtime is given. */
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

/** The profile as one text, as the deprecated fields have it. */
export function profileText(ref: SecurityProfileRef, localhostRef: LocalhostRef): string {
  if (ref.type === 'Localhost') return `localhost/${localhostRef(ref.localhostProfile ?? '')}`;
  return ref.type === 'RuntimeDefault' ? 'runtime/default' : 'unconfined';
}

/** A profile as annotations name it; undefined: by no name that means something. */
export function profileOfText(text: string): SecurityProfileRef | undefined {
  if (text === 'runtime/default') return { type: 'RuntimeDefault' };
  if (text === 'unconfined') return { type: 'Unconfined' };
  if (!text.startsWith('localhost/')) return undefined;
  return { type: 'Localhost', localhostProfile: text.slice('localhost/'.length) };
}

/** A number whose absence means something: 0 is an empty message. */
export function int64Value(value: number): Int64Value {
  return sparse({ value: String(value) });
}

export function seLinux(options: SeLinuxOptions | undefined): SELinuxOption | undefined {
  if (!options) return undefined;
  const { user, role, type, level } = options;
  return sparse({ user, role, type, level });
}

export function capability({ capabilities }: ContainerSecurityContext): Capability | undefined {
  if (!capabilities) return undefined;
  return sparse({ add_capabilities: capabilities.add, drop_capabilities: capabilities.drop });
}
