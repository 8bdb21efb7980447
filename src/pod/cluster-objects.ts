// SPDX-License-Identifier: Apache-2.0
import type { ResourceList } from './pod.js';

interface ObjectMeta {
  readonly name: string;
  /** Absent for kinds without one; `default` if not set. */
  readonly namespace?: string;
}

export interface ConfigMap {
  readonly metadata: ObjectMeta;
  readonly data?: Readonly<Record<string, string>>;
  /** Base64. */
  readonly binaryData?: Readonly<Record<string, string>>;
}

export interface Secret {
  readonly metadata: ObjectMeta;
  readonly type?: string;
  /** Base64, as in the API; includes the manifest's `stringData`. */
  readonly data?: Readonly<Record<string, string>>;
}

export interface RuntimeClass {
  readonly metadata: ObjectMeta;
  readonly handler: string;
  readonly overhead?: { readonly podFixed?: ResourceList };
}

interface ServicePort {
  readonly name?: string;
  readonly port: number;
  readonly protocol?: 'TCP' | 'UDP' | 'SCTP';
}

export interface Service {
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly type?: string;
    readonly clusterIP?: string;
    readonly clusterIPs?: readonly string[];
    readonly ports?: readonly ServicePort[];
  };
}

export interface ServiceAccount {
  readonly metadata: ObjectMeta;
  readonly imagePullSecrets?: readonly { readonly name: string }[];
  readonly automountServiceAccountToken?: boolean;
}

/** A block device of the node: what a kubelet gives to containers as a device. */
export interface PersistentVolume {
  readonly metadata: ObjectMeta;
  readonly spec: { readonly volumeMode: 'Block'; readonly local?: { readonly path: string } };
}

export interface PersistentVolumeClaim {
  readonly metadata: ObjectMeta;
  readonly spec: { readonly volumeMode: 'Block'; readonly volumeName: string };
}

/** API objects besides the pods, for what a kubelet would get from the API server. */
export interface ClusterObjects {
  readonly configMaps: readonly ConfigMap[];
  readonly secrets: readonly Secret[];
  readonly runtimeClasses: readonly RuntimeClass[];
  readonly services: readonly Service[];
  readonly serviceAccounts: readonly ServiceAccount[];
  readonly persistentVolumes: readonly PersistentVolume[];
  readonly persistentVolumeClaims: readonly PersistentVolumeClaim[];
}

export const noObjects: ClusterObjects = {
  configMaps: [],
  secrets: [],
  runtimeClasses: [],
  services: [],
  serviceAccounts: [],
  persistentVolumes: [],
  persistentVolumeClaims: [],
};

/** The object of that name and namespace; the namespace defaults to `default`. */
export function objectNamed<T extends { readonly metadata: ObjectMeta }>(
  objects: readonly T[],
  namespace: string | undefined,
  name: string,
): T | undefined {
  const wanted = namespace ?? 'default';
  return objects.find(
    ({ metadata }) => metadata.name === name && (metadata.namespace ?? 'default') === wanted,
  );
}
