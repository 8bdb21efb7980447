// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { id, strings } from './words.js';

const profile = z
  .looseObject({
    type: z.enum(['RuntimeDefault', 'Unconfined', 'Localhost']),
    localhostProfile: z.string().min(1).optional(),
  })
  .refine(
    ({ type, localhostProfile }) => (type === 'Localhost') === (localhostProfile !== undefined),
    'must have a localhostProfile with type Localhost, and only then',
  );
const shared = {
  runAsUser: id.optional(),
  runAsGroup: id.optional(),
  runAsNonRoot: z.boolean().optional(),
  seLinuxOptions: z.looseObject({}).optional(),
  seccompProfile: profile.optional(),
  appArmorProfile: profile.optional(),
};
const sysctlName = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/;

export const podSecurity: z.ZodType = z.looseObject({
  ...shared,
  fsGroup: id.optional(),
  supplementalGroups: z.array(id).optional(),
  supplementalGroupsPolicy: z.enum(['Merge', 'Strict']).optional(),
  fsGroupChangePolicy: z.enum(['OnRootMismatch', 'Always']).optional(),
  sysctls: z
    .array(
      z.looseObject({
        name: z.string().regex(sysctlName, 'must be the name of a sysctl').max(253),
        value: z.string(),
      }),
    )
    .optional(),
});

export const containerSecurity: z.ZodType = z
  .looseObject({
    ...shared,
    privileged: z.boolean().optional(),
    readOnlyRootFilesystem: z.boolean().optional(),
    allowPrivilegeEscalation: z.boolean().optional(),
    procMount: z.enum(['Default', 'Unmasked']).optional(),
    capabilities: z.looseObject({ add: strings.optional(), drop: strings.optional() }).optional(),
  })
  .refine(
    ({ privileged, allowPrivilegeEscalation }) => privileged !== true || allowPrivilegeEscalation !== false,
    'cannot have allowPrivilegeEscalation false and privileged true',
  )
  .refine(
    ({ capabilities, allowPrivilegeEscalation }) =>
      allowPrivilegeEscalation !== false || !hasSysAdmin(capabilities?.add ?? []),
    'cannot have allowPrivilegeEscalation false and the capability SYS_ADMIN',
  );

function hasSysAdmin(added: readonly string[]): boolean {
  return added.includes('CAP_SYS_ADMIN') || added.includes('SYS_ADMIN');
}
