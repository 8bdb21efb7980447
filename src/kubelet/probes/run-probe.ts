// SPDX-License-Identifier: Apache-2.0
import type { HttpGet } from '#pod/http-get.js';
import type { Container } from '#pod/pod.js';
import type { Probe } from '#pod/probe.js';
import { httpGet } from '../sync/hooks/http-get.js';
import { httpTarget, targetPort } from '../sync/hooks/http-target.js';
import type { KubeletContext } from '../context/kubelet-context.js';
import { execProbe } from './exec-probe.js';
import { grpcProbe } from './grpc-probe.js';
import type { ProbeOutcome } from './probe-outcome.js';
import { tcpProbe } from './tcp-probe.js';

export interface ProbeTarget {
  readonly container: Container;
  readonly id: string;
  /** Of the pod; empty: it has none. */
  readonly address: string;
}

export type ProbeContext = Pick<KubeletContext, 'call' | 'signal' | 'traits' | 'version'>;

const attempts = 3;

/** prober/prober.go, runProbeWithRetries: errors are retried at once, three attempts in all. */
export async function runProbe(ctx: ProbeContext, probe: Probe, target: ProbeTarget): Promise<ProbeOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await ask(ctx, probe, target);
    if (outcome !== 'error' || attempt === attempts || ctx.signal.aborted) return outcome;
  }
}

/** prober/prober.go, runProbe. */
function ask(ctx: ProbeContext, probe: Probe, target: ProbeTarget): Promise<ProbeOutcome> | ProbeOutcome {
  const timeoutSeconds = probe.timeoutSeconds || 1;
  const { id, container } = target;
  if (probe.exec) {
    return execProbe(ctx.call, { id, container, command: probe.exec.command, timeoutSeconds });
  }
  const request = { target, timeoutMs: timeoutSeconds * 1000 };
  if (probe.httpGet) return askHttp(ctx, probe.httpGet, request);
  if (probe.tcpSocket) return askTcp(ctx, probe.tcpSocket, request);
  return probe.grpc && ctx.traits.grpcProbe ? askGrpc(ctx, probe.grpc, request) : 'error';
}

interface ProbeRequest {
  readonly target: ProbeTarget;
  readonly timeoutMs: number;
}

function askTcp(
  ctx: ProbeContext,
  action: NonNullable<Probe['tcpSocket']>,
  { target, timeoutMs }: ProbeRequest,
): Promise<ProbeOutcome> | ProbeOutcome {
  const port = targetPort(target.container, action.port);
  const host = action.host || target.address;
  if (port === undefined) return 'error';
  return host === '' ? 'failure' : tcpProbe({ host, port }, within(ctx, timeoutMs));
}

function askGrpc(
  ctx: ProbeContext,
  { port, service = '' }: NonNullable<Probe['grpc']>,
  { target: { address: host }, timeoutMs }: ProbeRequest,
): Promise<ProbeOutcome> | ProbeOutcome {
  if (host === '') return 'failure';
  return grpcProbe({ host, port, service, userAgent: userAgent(ctx), timeoutMs }, ctx.signal);
}

async function askHttp(
  ctx: ProbeContext,
  action: HttpGet,
  { target, timeoutMs }: ProbeRequest,
): Promise<ProbeOutcome> {
  const { container, address } = target;
  const request = httpTarget(action, { container, address, userAgent: userAgent(ctx) });
  if (!request) return 'error';
  if (request.host === '') return 'failure';
  const answer = await httpGet(request, within(ctx, timeoutMs));
  if ('failed' in answer) return 'failure';
  if (answer.broken) return 'error';
  return answer.status >= 200 && answer.status < 400 ? 'success' : 'failure';
}

function within({ signal }: ProbeContext, timeoutMs: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
}

function userAgent({ version }: ProbeContext): string {
  return `kube-probe/${version}`;
}
