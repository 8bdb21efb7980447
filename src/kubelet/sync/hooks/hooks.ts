// SPDX-License-Identifier: Apache-2.0
import type { HttpGet } from '#pod/http-get.js';
import type { Container, LifecycleHandler } from '#pod/pod.js';
import { readPod } from '../../pleg/read-status.js';
import { httpGet, type HttpTarget } from './http-get.js';
import { httpTarget, targetPort } from './http-target.js';
import { isPodAddress } from '../pod-address.js';
import type { PodSync } from '../../context/kubelet-context.js';

export interface HookTarget {
  readonly container: Container;
  readonly id: string;
}

/** lifecycle/handlers.go, Run: a lifecycle hook, without a timeout. Returns the error. */
export async function runHook(
  sync: PodSync,
  { container, id }: HookTarget,
  handler: LifecycleHandler,
): Promise<string | undefined> {
  if (handler.exec) return execHook(sync, id, handler.exec.command);
  if (handler.httpGet) return httpHook(sync, container, handler.httpGet);
  if (!handler.sleep || !sync.ctx.traits.sleepHook) return 'the kubelet knows no such handler';
  await sync.ctx.clock.sleep(handler.sleep.seconds * 1000, sync.ctx.signal);
  return undefined;
}

/** The command is sent as written: variables are not expanded. */
async function execHook(
  { ctx }: PodSync,
  id: string,
  command: readonly string[],
): Promise<string | undefined> {
  const answer = await ctx.call('ExecSync', { container_id: id, cmd: command });
  if (!answer.ok) return answer.message;
  const code = answer.response.exit_code ?? 0;
  return code === 0 ? undefined : `the command exited ${code}`;
}

/** lifecycle/handlers.go, runHTTPHandler: any HTTP response is a success. */
async function httpHook(sync: PodSync, container: Container, action: HttpGet): Promise<string | undefined> {
  const { ctx, uid } = sync;
  const address = action.host || (await readPod(ctx, uid))?.ips.find(isPodAddress);
  if (address === undefined) return 'the pod has no address';
  const target = hookTarget(sync, container, { ...action, host: address });
  if (!target) return `no port is called ${action.port}`;
  const answer = await httpGet(target, ctx.signal);
  if (!('failed' in answer)) return undefined;
  if (!answer.notTls) return answer.failed;
  ctx.note('hook falls back to plain HTTP', { container: container.name });
  const plain = await httpGet(withoutTls(target), ctx.signal);
  return 'failed' in plain ? answer.failed : undefined;
}

function hookTarget(
  { ctx }: PodSync,
  container: Container,
  action: HttpGet & { readonly host: string },
): HttpTarget | undefined {
  if (ctx.traits.hookRequestLikeProbe) {
    return httpTarget(action, { container, address: '', userAgent: `kube-lifecycle/${ctx.version}` });
  }
  const port = action.port === '' ? 80 : targetPort(container, action.port);
  const headers = { 'User-Agent': 'Go-http-client/1.1' };
  return port === undefined
    ? undefined
    : { scheme: 'HTTP', host: action.host, port, path: `/${action.path ?? ''}`, headers };
}

/** lifecycle/handlers.go, runHTTPHandler: the fallback to HTTP drops the Authorization header. */
function withoutTls(target: HttpTarget): HttpTarget {
  const headers = Object.entries(target.headers).filter(([name]) => name.toLowerCase() !== 'authorization');
  return { ...target, scheme: 'HTTP', headers: Object.fromEntries(headers) };
}
