// SPDX-License-Identifier: Apache-2.0
import { isIPv6 } from 'node:net';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { WireReader } from '#cri/proto/wire-reader.js';
import type { ProbeOutcome } from './probe-outcome.js';
import type { Address } from './tcp-probe.js';

export interface GrpcProbe extends Address {
  readonly service: string;
  readonly userAgent: string;
  readonly timeoutMs: number;
}

const serving = 1;

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
      '/grpc.health.v1.Health/Check',
      healthRequest,
      healthStatus,
      service,
      new Metadata(),
      options,
      (error, status) => {
        end(error === null && status === serving ? 'success' : 'failure');
      },
    );
    const giveUp = (): void => {
      call.cancel();
    };
    signal.addEventListener('abort', giveUp);
  });
}

/** HealthCheckRequest: string service = 1. */
function healthRequest(service: string): Buffer {
  const text = Buffer.from(service);
  if (text.length === 0) return text;
  return Buffer.concat([Buffer.from([0x0a]), varint(text.length), text]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

/** HealthCheckResponse: enum status = 1. */
function healthStatus(bytes: Buffer): number {
  const reader = new WireReader(bytes);
  let status = 0;
  while (!reader.done) {
    const tag = reader.uint32();
    if (tag === 0x08) status = reader.uint32();
    else reader.skip(tag & 7);
  }
  return status;
}
