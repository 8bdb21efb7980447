// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { fileFieldRef, resourceFieldRef } from './env-schema.js';
import { fileMode, innerPath, label, oneOf, quantity } from './words.js';

const insidePath = innerPath;
const visiblePath = insidePath.refine((path) => !String(path).startsWith('..'), "must not start with '..'");
const items = z
  .array(z.looseObject({ key: z.string().min(1), path: visiblePath, mode: fileMode.optional() }))
  .optional();
const optional = z.boolean().optional();
const selected = { items, optional };
const downwardItems = z
  .array(
    z
      .looseObject({
        path: visiblePath,
        fieldRef: fileFieldRef.optional(),
        resourceFieldRef: resourceFieldRef.optional(),
        mode: fileMode.optional(),
      })
      .refine(oneOf(['fieldRef', 'resourceFieldRef']), 'must name exactly one of fieldRef, resourceFieldRef'),
  )
  .optional();
const name = z.string().min(1);
const token = z.looseObject({ path: visiblePath, expirationSeconds: z.int().min(600).optional() });
const source = z.looseObject({
  configMap: z.looseObject({ name, ...selected }).optional(),
  secret: z.looseObject({ name, ...selected }).optional(),
  downwardAPI: z.looseObject({ items: downwardItems }).optional(),
  serviceAccountToken: token.optional(),
});
const hostPathTypes = ['', 'DirectoryOrCreate', 'Directory', 'FileOrCreate', 'File', 'Socket'] as const;
const defaultMode = fileMode.optional();

/** Every field except the name is a source; without one it is an emptyDir. */
export const volume: z.ZodType = z
  .looseObject({
    name: label,
    emptyDir: z
      .looseObject({
        medium: z
          .string()
          .regex(/^(Memory|HugePages(-\w+)?)?$/, 'must be Memory, HugePages or nothing')
          .optional(),
        sizeLimit: quantity.optional(),
      })
      .optional(),
    hostPath: z
      .looseObject({
        path: z
          .string()
          .min(1)
          .refine((path) => !path.split('/').includes('..'), "must not contain '..'"),
        type: z.enum([...hostPathTypes, 'CharDevice', 'BlockDevice']).optional(),
      })
      .optional(),
    configMap: z.looseObject({ name, defaultMode, ...selected }).optional(),
    secret: z.looseObject({ secretName: name, defaultMode, ...selected }).optional(),
    projected: z
      .looseObject({
        defaultMode,
        sources: z
          .array(source.refine((each) => Object.keys(each).length === 1, 'must name exactly one source'))
          .optional(),
      })
      .optional(),
    downwardAPI: z.looseObject({ items: downwardItems, defaultMode }).optional(),
    persistentVolumeClaim: z.looseObject({ claimName: name, readOnly: z.boolean().optional() }).optional(),
    image: z
      .looseObject({
        reference: z.string().min(1),
        pullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']).optional(),
      })
      .optional(),
  })
  .refine((each) => Object.keys(each).length <= 2, 'must have one source, not several');

export const volumeMount: z.ZodType = z
  .looseObject({
    name: z.string().min(1),
    mountPath: z
      .string()
      .min(1)
      .refine((path) => !path.includes(':'), "must not contain ':'"),
    readOnly: z.boolean().optional(),
    recursiveReadOnly: z.enum(['Disabled', 'IfPossible', 'Enabled']).optional(),
    subPath: z.union([z.literal(''), insidePath]).optional(),
    subPathExpr: z.union([z.literal(''), insidePath]).optional(),
    mountPropagation: z.enum(['None', 'HostToContainer', 'Bidirectional']).optional(),
  })
  .refine(({ subPath = '', subPathExpr = '' }) => subPath === '' || subPathExpr === '', {
    message: 'must not have both subPath and subPathExpr',
  })
  .refine(
    ({ readOnly, recursiveReadOnly: wish = 'Disabled', mountPropagation = 'None' }) =>
      wish === 'Disabled' || (readOnly === true && mountPropagation === 'None'),
    'may only be recursiveReadOnly with readOnly and without propagation',
  );
