// SPDX-License-Identifier: Apache-2.0
import type { Capability, Int64Value, SecurityProfile, SELinuxOption } from '#cri/generated/messages.js';
import type { ContainerSecurityContext, SecurityProfileRef, SeLinuxOptions } from '#pod/security-context.js';
import { sparse } from './sparse.js';

/** `localhostRef` turns the profile's name into what the runtime is given. */
export function securityProfile(
  ref: SecurityProfileRef,
  localhostRef: (name: string) => string,
): SecurityProfile {
  switch (ref.type) {
    case 'RuntimeDefault':
      return {};
    case 'Unconfined':
      return { profile_type: 'Unconfined' };
    case 'Localhost':
      return { profile_type: 'Localhost', localhost_ref: localhostRef(ref.localhostProfile ?? '') };
  }
}

/** A number whose absence means something: 0 is an empty message. */
export function int64(value: number): Int64Value {
  return sparse({ value: String(value) });
}

export function seLinux(options: SeLinuxOptions | undefined): SELinuxOption | undefined {
  return options && sparse({ ...options });
}

export function capability({ capabilities }: ContainerSecurityContext): Capability | undefined {
  if (!capabilities) return undefined;
  return sparse({ add_capabilities: capabilities.add, drop_capabilities: capabilities.drop });
}
