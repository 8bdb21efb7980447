// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { container, resources } from './container-schema.js';
import { podSecurity } from './security-schema.js';
import { volume } from './volume-schema.js';
import { label, labels, qualified, quantities, secondsSchema, subdomain } from './words.js';

const flag = z.boolean().optional();
const address = z.union([z.ipv4(), z.ipv6()], 'must be an IP address');

const dnsConfig = z.looseObject({
  nameservers: z.array(address).max(3).optional(),
  searches: z.array(z.string().max(253)).max(32).optional(),
  options: z.array(z.looseObject({ name: z.string().min(1), value: z.string().optional() })).optional(),
});

const metadata = z.looseObject({
  name: subdomain,
  namespace: label.optional(),
  uid: z.string().min(1).optional(),
  labels: labels.optional(),
  annotations: z
    .record(qualified, z.string())
    .refine(
      (all) => JSON.stringify(all).length <= 262_144 + 6 * Object.keys(all).length,
      'must not be larger than 256 KiB together',
    )
    .optional(),
});

const spec = z.looseObject({
  containers: z.array(container).min(1),
  initContainers: z.array(container).optional(),
  restartPolicy: z.enum(['Always', 'OnFailure', 'Never']).optional(),
  terminationGracePeriodSeconds: secondsSchema.optional(),
  activeDeadlineSeconds: z.int().min(1).optional(),
  hostNetwork: flag,
  hostPID: flag,
  hostIPC: flag,
  hostUsers: flag,
  shareProcessNamespace: flag,
  setHostnameAsFQDN: flag,
  enableServiceLinks: flag,
  automountServiceAccountToken: flag,
  hostname: label.optional(),
  hostnameOverride: subdomain.max(64).optional(),
  subdomain: label.optional(),
  dnsPolicy: z.enum(['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None']).optional(),
  dnsConfig: dnsConfig.optional(),
  hostAliases: z.array(z.looseObject({ ip: address, hostnames: z.array(subdomain).optional() })).optional(),
  volumes: z.array(volume).optional(),
  securityContext: podSecurity.optional(),
  runtimeClassName: z.union([z.literal(''), subdomain]).optional(),
  resourceClaims: z.array(z.unknown()).optional(),
  priorityClassName: z.string().optional(),
  priority: z.int().optional(),
  serviceAccountName: z.union([z.literal(''), subdomain]).optional(),
  imagePullSecrets: z.array(z.looseObject({ name: z.string().optional() })).optional(),
  nodeName: z.string().optional(),
  os: z.looseObject({ name: z.literal('linux', 'must be linux here') }).optional(),
  overhead: quantities.optional(),
  resources: resources.optional(),
});

/** The shape of a Pod, as far as it affects a runtime; unknown fields pass, as with the kubelet. */
export const podSchema: z.ZodType = z.looseObject({
  apiVersion: z.literal('v1').optional(),
  kind: z.literal('Pod').optional(),
  metadata,
  spec,
});
