// SPDX-License-Identifier: Apache-2.0
export interface FieldRef {
  readonly apiVersion?: string;
  readonly fieldPath: string;
}

export interface ResourceFieldRef {
  readonly containerName?: string;
  readonly resource: string;
  readonly divisor?: string | number;
}

interface KeyRef {
  readonly name?: string;
  readonly key: string;
  readonly optional?: boolean;
}

export interface FileKeyRef {
  readonly volumeName: string;
  readonly path: string;
  readonly key: string;
  readonly optional?: boolean;
}

export interface EnvVar {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly fieldRef?: FieldRef;
    readonly resourceFieldRef?: ResourceFieldRef;
    readonly configMapKeyRef?: KeyRef;
    readonly secretKeyRef?: KeyRef;
    readonly fileKeyRef?: FileKeyRef;
  };
}

export interface EnvFrom {
  readonly prefix?: string;
  readonly configMapRef?: { readonly name?: string; readonly optional?: boolean };
  readonly secretRef?: { readonly name?: string; readonly optional?: boolean };
}
