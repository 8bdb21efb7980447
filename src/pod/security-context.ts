// SPDX-License-Identifier: Apache-2.0
export interface SeLinuxOptions {
  readonly user?: string;
  readonly role?: string;
  readonly type?: string;
  readonly level?: string;
}

export interface SecurityProfileRef {
  readonly type: 'RuntimeDefault' | 'Unconfined' | 'Localhost';
  readonly localhostProfile?: string;
}

interface SharedSecurityContext {
  readonly runAsUser?: number;
  readonly runAsGroup?: number;
  readonly runAsNonRoot?: boolean;
  readonly seLinuxOptions?: SeLinuxOptions;
  readonly seccompProfile?: SecurityProfileRef;
  readonly appArmorProfile?: SecurityProfileRef;
}

export interface PodSecurityContext extends SharedSecurityContext {
  readonly fsGroup?: number;
  readonly supplementalGroups?: readonly number[];
  readonly supplementalGroupsPolicy?: 'Merge' | 'Strict';
  readonly sysctls?: readonly { readonly name: string; readonly value: string }[];
}

export interface ContainerSecurityContext extends SharedSecurityContext {
  readonly privileged?: boolean;
  readonly readOnlyRootFilesystem?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly procMount?: 'Default' | 'Unmasked';
  readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] };
}
