// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { env, envFrom } from './env-schema.js';
import { lifecycle, probe } from './handler-schema.js';
import { containerSecurity } from './security-schema.js';
import { volumeMount } from './volume-schema.js';
import { label, portNumber, quantities, strings } from './words.js';

export const resources: z.ZodType = z.looseObject({
  requests: quantities.optional(),
  limits: quantities.optional(),
});

const portName = z
  .string()
  .regex(/^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and -, with a letter')
  .max(15);
const ports = z.array(
  z.looseObject({
    name: portName.optional(),
    containerPort: portNumber,
    hostPort: z.int().min(0).max(65535).optional(),
    hostIP: z.string().optional(),
    protocol: z.enum(['TCP', 'UDP', 'SCTP']).optional(),
  }),
);

const rule = z.looseObject({
  action: z.enum(['Restart', 'RestartAllContainers']),
  exitCodes: z.looseObject({
    operator: z.enum(['In', 'NotIn']),
    values: z.array(z.int().min(0).max(255)).min(1).max(255),
  }),
});

export const container: z.ZodType = z.looseObject({
  name: label,
  image: z
    .string()
    .min(1)
    .refine((image) => image.trim() === image, 'must not begin or end with blanks'),
  imagePullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']).optional(),
  command: strings.optional(),
  args: strings.optional(),
  workingDir: z.string().optional(),
  env: env.optional(),
  envFrom: envFrom.optional(),
  ports: ports.optional(),
  lifecycle: lifecycle.optional(),
  livenessProbe: probe('liveness').optional(),
  readinessProbe: probe('readiness').optional(),
  startupProbe: probe('startup').optional(),
  resources: resources.optional(),
  resizePolicy: z
    .array(
      z.looseObject({
        resourceName: z.enum(['cpu', 'memory']),
        restartPolicy: z.enum(['NotRequired', 'RestartContainer']),
      }),
    )
    .optional(),
  volumeMounts: z.array(volumeMount).optional(),
  volumeDevices: z
    .array(z.looseObject({ name: z.string().min(1), devicePath: z.string().min(1) }))
    .optional(),
  securityContext: containerSecurity.optional(),
  restartPolicy: z.enum(['Always', 'OnFailure', 'Never']).optional(),
  restartPolicyRules: z.array(rule).max(20).optional(),
  terminationMessagePath: z.string().optional(),
  terminationMessagePolicy: z.enum(['File', 'FallbackToLogsOnError']).optional(),
  tty: z.boolean().optional(),
  stdin: z.boolean().optional(),
  stdinOnce: z.boolean().optional(),
});
