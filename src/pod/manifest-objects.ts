// SPDX-License-Identifier: Apache-2.0
import { Buffer } from 'node:buffer';
import { z } from 'zod';
import type {
  ClusterObjects,
  ConfigMap,
  PersistentVolume,
  PersistentVolumeClaim,
  RuntimeClass,
  Secret,
  Service,
  ServiceAccount,
} from './cluster-objects.js';
import { complaintsOf, type ManifestProblem } from './manifest-place.js';
import { label, portNumber, quantities, subdomain } from './schema/words.js';

const metadata = z.looseObject({ name: subdomain, namespace: label.optional() });
const dataKey = z
  .string()
  .regex(/^[-._a-zA-Z0-9]+$/, 'must be letters, digits, -, _ and .')
  .max(253)
  .refine((key) => key !== '.' && key !== '..' && !key.startsWith('..'), "must not start with '..'");
const data = z.record(dataKey, z.string());
const bytes = z.record(
  dataKey,
  z.string().refine((text) => isBase64(text), 'must be base64 (text as it is goes into stringData)'),
);

const volumeMode: z.ZodType = z.literal('Block', 'must be Block: other persistent volumes need a driver');

type VolumeKind = 'PersistentVolume' | 'PersistentVolumeClaim';

const schemasOfVolumes: Readonly<Record<VolumeKind, z.ZodType>> = {
  PersistentVolume: z.looseObject({
    metadata,
    spec: z.looseObject({ volumeMode, local: z.looseObject({ path: z.string().startsWith('/') }) }),
  }),
  PersistentVolumeClaim: z.looseObject({
    metadata,
    spec: z.looseObject({ volumeMode, volumeName: z.string().min(1, 'must name the volume it is bound to') }),
  }),
};

type ClusterKind = 'ConfigMap' | 'Secret' | 'RuntimeClass' | 'Service' | 'ServiceAccount' | VolumeKind;

const schemas: Readonly<Record<ClusterKind, z.ZodType>> = {
  ConfigMap: z.looseObject({ metadata, data: data.optional(), binaryData: bytes.optional() }),
  Secret: z.looseObject({
    metadata,
    type: z.string().optional(),
    data: bytes.optional(),
    stringData: data.optional(),
  }),
  RuntimeClass: z.looseObject({
    metadata,
    handler: label,
    overhead: z.looseObject({ podFixed: quantities.optional() }).optional(),
  }),
  Service: z.looseObject({
    metadata,
    spec: z.looseObject({
      type: z.string().optional(),
      clusterIP: z.string().optional(),
      clusterIPs: z.array(z.string()).optional(),
      ports: z
        .array(
          z.looseObject({
            name: z.string().optional(),
            port: portNumber,
            protocol: z.enum(['TCP', 'UDP', 'SCTP']).optional(),
          }),
        )
        .optional(),
    }),
  }),
  ...schemasOfVolumes,
  ServiceAccount: z.looseObject({
    metadata,
    imagePullSecrets: z.array(z.looseObject({ name: z.string() })).optional(),
  }),
};

type ManifestObject = Readonly<Record<string, unknown>>;

export function isClusterKind(kind: unknown): kind is ClusterKind {
  return typeof kind === 'string' && Object.hasOwn(schemas, kind);
}

export function objectComplaints(kind: ClusterKind, value: ManifestObject): readonly ManifestProblem[] {
  return complaintsOf(schemas[kind], value);
}

/** The validated objects, by kind. */
export function clusterObjects(values: readonly ManifestObject[]): ClusterObjects {
  return {
    configMaps: ofKind('ConfigMap', values) as readonly ConfigMap[],
    secrets: (ofKind('Secret', values) as readonly WrittenSecret[]).map(withStringData),
    runtimeClasses: ofKind('RuntimeClass', values) as readonly RuntimeClass[],
    services: (ofKind('Service', values) as readonly Service[]).map(withFirstAddress),
    serviceAccounts: ofKind('ServiceAccount', values) as readonly ServiceAccount[],
    persistentVolumes: ofKind('PersistentVolume', values) as readonly PersistentVolume[],
    persistentVolumeClaims: ofKind('PersistentVolumeClaim', values) as readonly PersistentVolumeClaim[],
  };
}

function ofKind(kind: ClusterKind, values: readonly ManifestObject[]): readonly unknown[] {
  return values.filter((value) => value['kind'] === kind);
}

interface WrittenSecret extends Secret {
  readonly stringData?: Readonly<Record<string, string>>;
}

/** Merges `stringData` into `data`, as the API server does. */
function withStringData({ stringData = {}, data: encoded = {}, ...rest }: WrittenSecret): Secret {
  const texts64 = Object.entries(stringData).map(([key, text]) => [
    key,
    Buffer.from(text, 'utf8').toString('base64'),
  ]);
  return { ...rest, data: { ...encoded, ...(Object.fromEntries(texts64) as typeof encoded) } };
}

function withFirstAddress(service: Service): Service {
  const { clusterIP, clusterIPs = [] } = service.spec;
  const [first] = clusterIPs;
  if (clusterIP !== undefined || first === undefined) return service;
  return { ...service, spec: { ...service.spec, clusterIP: first } };
}

function isBase64(text: string): boolean {
  const bare = text.replace(/\s/g, '');
  return bare.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(bare);
}
