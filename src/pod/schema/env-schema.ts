// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { innerPath, oneOf, quantity } from './words.js';

const keyed = /^metadata\.(labels|annotations)\['[^']+'\]$/;
const envFields = new Set([
  ...['metadata.name', 'metadata.namespace', 'metadata.uid', 'spec.nodeName', 'spec.serviceAccountName'],
  ...['status.hostIP', 'status.hostIPs', 'status.podIP', 'status.podIPs'],
]);
const fileFields = new Set(['metadata.name', 'metadata.namespace', 'metadata.uid']);
const fileMaps = new Set(['metadata.labels', 'metadata.annotations']);

const fieldRef = (allowed: (path: string) => boolean): z.ZodType =>
  z.looseObject({
    apiVersion: z.literal('v1').optional(),
    fieldPath: z.string().refine((path) => keyed.test(path) || allowed(path), {
      error: ({ input }) => `the downward API has no field ${String(input)} here`,
    }),
  });
const envFieldRef = fieldRef((path) => envFields.has(path));
export const fileFieldRef: z.ZodType = fieldRef((path) => fileFields.has(path) || fileMaps.has(path));

export const resourceFieldRef: z.ZodType = z.looseObject({
  containerName: z.string().optional(),
  resource: z
    .string()
    .regex(
      /^(limits|requests)\.(cpu|memory|ephemeral-storage|hugepages-[0-9A-Za-z]+)$/,
      'must be limits or requests of cpu, memory, ephemeral-storage or hugepages-<size>',
    ),
  divisor: quantity.optional(),
});

const optional = z.boolean().optional();
const keyRef = z.looseObject({ name: z.string().min(1), key: z.string().min(1), optional });
const kinds = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'];
const valueFrom = z
  .looseObject({
    fieldRef: envFieldRef.optional(),
    resourceFieldRef: resourceFieldRef.optional(),
    configMapKeyRef: keyRef.optional(),
    secretKeyRef: keyRef.optional(),
    fileKeyRef: z
      .looseObject({ volumeName: z.string().min(1), path: innerPath, key: z.string().min(1), optional })
      .optional(),
  })
  .refine(oneOf(kinds), `must name exactly one of ${kinds.join(', ')}`);

export const env: z.ZodType = z.array(
  z
    .looseObject({
      name: z.string().regex(/^[ -<>-~]+$/, 'must be printable ASCII without ='),
      value: z.string().optional(),
      valueFrom: valueFrom.optional(),
    })
    .refine(
      ({ value = '', valueFrom: from }) => value === '' || from === undefined,
      'must not have both value and valueFrom',
    ),
);

const whole = z.looseObject({ name: z.string().min(1), optional });
export const envFrom: z.ZodType = z.array(
  z
    .looseObject({
      prefix: z.string().optional(),
      configMapRef: whole.optional(),
      secretRef: whole.optional(),
    })
    .refine(oneOf(['configMapRef', 'secretRef']), 'must name exactly one of configMapRef, secretRef'),
);
