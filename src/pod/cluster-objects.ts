// SPDX-License-Identifier: Apache-2.0
import type { ResourceList } from './pod.js';

interface ObjectMeta {
  readonly name: string;
  /** Absent where the kind has none; `default` where nothing is said. */
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
  /** Base64, as the API hands it out; `stringData` of a manifest is in here. */
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

/** What a kubelet would ask the API server for, given beside the pods. */
export interface ClusterObjects {
  readonly configMaps: readonly ConfigMap[];
  readonly secrets: readonly Secret[];
  readonly runtimeClasses: readonly RuntimeClass[];
  readonly services: readonly Service[];
  readonly serviceAccounts: readonly ServiceAccount[];
}

export const noObjects: ClusterObjects = {
  configMaps: [],
  secrets: [],
  runtimeClasses: [],
  services: [],
  serviceAccounts: [],
};

/** The object of that name in that namespace; both default to `default`. */
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
