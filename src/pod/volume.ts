// SPDX-License-Identifier: Apache-2.0
export interface Volume {
  readonly name: string;
  readonly emptyDir?: { readonly medium?: string; readonly sizeLimit?: string | number };
  readonly hostPath?: { readonly path: string; readonly type?: string };
}

export interface VolumeMount {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly?: boolean;
  readonly recursiveReadOnly?: 'Disabled' | 'IfPossible' | 'Enabled';
  readonly subPath?: string;
  readonly mountPropagation?: 'None' | 'HostToContainer' | 'Bidirectional';
}
