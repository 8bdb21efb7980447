// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';

const label = z
  .string()
  .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'must be lower-case letters, digits and -')
  .max(63);
const subdomain = z
  .string()
  .regex(
    /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
    'must be lower-case letters, digits, - and .',
  )
  .max(253);
const strings = z.array(z.string());
const texts = z.record(z.string(), z.string());
const portNumber = z.int().min(1).max(65535);
const port = z.union([portNumber, z.string().min(1)]);
const quantities = z.record(z.string(), z.union([z.string(), z.number()]));
const seconds = z.int().min(0);

const resources = z.looseObject({ requests: quantities.optional(), limits: quantities.optional() });
const handlerShape = {
  exec: z.looseObject({ command: strings.min(1) }).optional(),
  httpGet: z.looseObject({ path: z.string().optional(), port, host: z.string().optional() }).optional(),
  tcpSocket: z.looseObject({ port, host: z.string().optional() }).optional(),
};
const oneOf =
  (names: readonly string[]) =>
  (value: Readonly<Record<string, unknown>>): boolean =>
    names.filter((name) => value[name] !== undefined).length === 1;
const handler = z
  .looseObject({ ...handlerShape, sleep: z.looseObject({ seconds }).optional() })
  .refine(
    oneOf(['exec', 'httpGet', 'tcpSocket', 'sleep']),
    'must name exactly one of exec, httpGet, tcpSocket, sleep',
  );
const probe = z
  .looseObject({
    ...handlerShape,
    grpc: z.looseObject({ port: portNumber }).optional(),
    initialDelaySeconds: seconds.optional(),
    timeoutSeconds: seconds.optional(),
    periodSeconds: seconds.optional(),
    successThreshold: seconds.optional(),
    failureThreshold: seconds.optional(),
  })
  .refine(
    oneOf(['exec', 'httpGet', 'tcpSocket', 'grpc']),
    'must name exactly one of exec, httpGet, tcpSocket, grpc',
  );

const container = z.looseObject({
  name: label,
  image: z.string().min(1),
  imagePullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']).optional(),
  command: strings.optional(),
  args: strings.optional(),
  workingDir: z.string().optional(),
  env: z.array(z.looseObject({ name: z.string().min(1), value: z.string().optional() })).optional(),
  ports: z
    .array(
      z.looseObject({
        containerPort: portNumber,
        hostPort: z.int().min(0).max(65535).optional(),
        protocol: z.enum(['TCP', 'UDP', 'SCTP']).optional(),
      }),
    )
    .optional(),
  lifecycle: z.looseObject({ postStart: handler.optional(), preStop: handler.optional() }).optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  startupProbe: probe.optional(),
  resources: resources.optional(),
  volumeMounts: z
    .array(
      z.looseObject({ name: z.string(), mountPath: z.string().min(1), readOnly: z.boolean().optional() }),
    )
    .optional(),
  restartPolicy: z.enum(['Always', 'OnFailure', 'Never']).optional(),
  terminationMessagePolicy: z.enum(['File', 'FallbackToLogsOnError']).optional(),
  tty: z.boolean().optional(),
  stdin: z.boolean().optional(),
  stdinOnce: z.boolean().optional(),
});

/** The shape of a Pod as far as it reaches a runtime; what it does not know passes, as with the kubelet. */
export const podSchema: z.ZodType = z.looseObject({
  apiVersion: z.literal('v1').optional(),
  kind: z.literal('Pod').optional(),
  metadata: z.looseObject({
    name: subdomain,
    namespace: label.optional(),
    uid: z.string().min(1).optional(),
    labels: texts.optional(),
    annotations: texts.optional(),
  }),
  spec: z.looseObject({
    containers: z.array(container).min(1),
    initContainers: z.array(container).optional(),
    restartPolicy: z.enum(['Always', 'OnFailure', 'Never']).optional(),
    terminationGracePeriodSeconds: seconds.optional(),
    hostNetwork: z.boolean().optional(),
    hostPID: z.boolean().optional(),
    hostIPC: z.boolean().optional(),
    hostUsers: z.boolean().optional(),
    shareProcessNamespace: z.boolean().optional(),
    hostname: label.optional(),
    subdomain: label.optional(),
    dnsPolicy: z.enum(['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None']).optional(),
    volumes: z.array(z.looseObject({ name: label })).optional(),
    securityContext: z.looseObject({}).optional(),
  }),
});
