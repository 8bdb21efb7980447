// SPDX-License-Identifier: Apache-2.0
import { isIPv6 } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Client, credentials, Metadata, type MethodDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import type { ProbeOutcome } from './probe-outcome.js';
import type { Address } from './tcp-probe.js';

export interface GrpcProbe extends Address {
  readonly service: string;
  readonly userAgent: string;
  readonly timeoutMs: number;
}

type HealthCheck = MethodDefinition<{ service: string }, { status?: string }>;

const file = fileURLToPath(new URL('./health.proto', import.meta.url));
const { Check: check } = loadSync(file, { enums: String })['grpc.health.v1.Health'] as unknown as {
  readonly Check: HealthCheck;
};

/** pkg/probe/grpc/grpc.go, Probe: grpc.health.v1.Health/Check; anything but SERVING is a failure. */
export function grpcProbe(probe: GrpcProbe, signal: AbortSignal): Promise<ProbeOutcome> {
  const { host, port, service, userAgent, timeoutMs } = probe;
  const target = isIPv6(host) ? `ipv6:[${host}]:${port}` : `${host}:${port}`;
  const client = new Client(target, credentials.createInsecure(), {
    'grpc.primary_user_agent': userAgent,
    'grpc.enable_http_proxy': 0,
  });
  const options = { deadline: Date.now() + timeoutMs, waitForReady: true };
  return new Promise((resolve) => {
    const end = (outcome: ProbeOutcome): void => {
      signal.removeEventListener('abort', giveUp);
      client.close();
      resolve(outcome);
    };
    const call = client.makeUnaryRequest(
      check.path,
      check.requestSerialize,
      check.responseDeserialize,
      { service },
      new Metadata(),
      options,
      (error, answer) => {
        end(error === null && answer?.status === 'SERVING' ? 'success' : 'failure');
      },
    );
    const giveUp = (): void => {
      call.cancel();
    };
    signal.addEventListener('abort', giveUp);
  });
}
