// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { oneOf, portNumber, secondsSchema, strings } from './words.js';

const portName = z
  .string()
  .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'must be a number or the name of a port')
  .max(15);
const port = z.union([portNumber, portName]);
const httpGet = z.looseObject({
  path: z.string().optional(),
  port,
  host: z.string().optional(),
  scheme: z.enum(['HTTP', 'HTTPS']).optional(),
  httpHeaders: z
    .array(
      z.looseObject({
        name: z.string().regex(/^[-A-Za-z0-9]+$/, 'must be letters, digits and -'),
        value: z.string().optional(),
      }),
    )
    .optional(),
});
const shape = {
  exec: z.looseObject({ command: strings.min(1) }).optional(),
  httpGet: httpGet.optional(),
  tcpSocket: z.looseObject({ port, host: z.string().optional() }).optional(),
};

const hook = z
  .looseObject({ ...shape, sleep: z.looseObject({ seconds: secondsSchema }).optional() })
  .refine(
    oneOf(['exec', 'httpGet', 'tcpSocket', 'sleep']),
    'must name exactly one of exec, httpGet, tcpSocket, sleep',
  );

export const lifecycle: z.ZodType = z.looseObject({
  postStart: hook.optional(),
  preStop: hook.optional(),
  stopSignal: z
    .string()
    .regex(/^SIG[A-Z0-9+-]+$/, 'must be the name of a signal, as SIGTERM')
    .optional(),
});

/** `once`: liveness and startup probes must have a success threshold of 1. */
export function probe(kind: 'liveness' | 'readiness' | 'startup'): z.ZodType {
  const once = z.literal(1, `must be 1 in a ${kind} probe`);
  return z
    .looseObject({
      ...shape,
      grpc: z.looseObject({ port: portNumber, service: z.string().optional() }).optional(),
      initialDelaySeconds: secondsSchema.optional(),
      timeoutSeconds: secondsSchema.optional(),
      periodSeconds: secondsSchema.optional(),
      successThreshold: (kind === 'readiness' ? secondsSchema : once).optional(),
      failureThreshold: secondsSchema.optional(),
      terminationGracePeriodSeconds:
        kind === 'readiness'
          ? z.undefined('must not be set in a readiness probe').optional()
          : z.int().min(1).optional(),
    })
    .refine(
      oneOf(['exec', 'httpGet', 'tcpSocket', 'grpc']),
      'must name exactly one of exec, httpGet, tcpSocket, grpc',
    );
}
