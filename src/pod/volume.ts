// SPDX-License-Identifier: Apache-2.0
import type { FieldRef, ResourceFieldRef } from './env-var.js';

export interface KeyToPath {
  readonly key: string;
  readonly path: string;
  readonly mode?: number;
}

export interface DownwardFile {
  readonly path: string;
  readonly fieldRef?: FieldRef;
  readonly resourceFieldRef?: ResourceFieldRef;
  readonly mode?: number;
}

interface KeySelection {
  readonly items?: readonly KeyToPath[];
  readonly optional?: boolean;
}

export interface ProjectedSource {
  readonly configMap?: KeySelection & { readonly name?: string };
  readonly secret?: KeySelection & { readonly name?: string };
  readonly downwardAPI?: { readonly items?: readonly DownwardFile[] };
  readonly serviceAccountToken?: {
    readonly path: string;
    readonly audience?: string;
    readonly expirationSeconds?: number;
  };
}

export interface HostPath {
  readonly path: string;
  readonly type?: string;
}

export interface Volume {
  readonly name: string;
  readonly persistentVolumeClaim?: { readonly claimName: string; readonly readOnly?: boolean };
  readonly emptyDir?: { readonly medium?: string; readonly sizeLimit?: string | number };
  readonly hostPath?: HostPath;
  readonly configMap?: KeySelection & { readonly name?: string; readonly defaultMode?: number };
  readonly secret?: KeySelection & { readonly secretName?: string; readonly defaultMode?: number };
  readonly projected?: {
    readonly sources?: readonly ProjectedSource[] | null;
    readonly defaultMode?: number;
  };
  readonly downwardAPI?: { readonly items?: readonly DownwardFile[]; readonly defaultMode?: number };
  readonly image?: {
    readonly reference?: string;
    readonly pullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  };
}

export interface VolumeMount {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly?: boolean;
  readonly recursiveReadOnly?: 'Disabled' | 'IfPossible' | 'Enabled';
  readonly subPath?: string;
  readonly subPathExpr?: string;
  readonly mountPropagation?: 'None' | 'HostToContainer' | 'Bidirectional';
}

export interface VolumeDevice {
  readonly name: string;
  readonly devicePath: string;
}
