// SPDX-License-Identifier: Apache-2.0
import type { HttpGet } from '#pod/http-get.js';
import type { Container, LifecycleHandler } from '#pod/pod.js';
import { readPod } from '../watch/list-pod.js';
import { httpGet } from './http-get.js';
import type { PodSync } from './sync-context.js';

export interface HookTarget {
  readonly container: Container;
  readonly id: string;
}

/** Runs a lifecycle hook to its end, without any time limit. Answers what went wrong, or undefined. */
export async function runHook(
  sync: PodSync,
  { container, id }: HookTarget,
  handler: LifecycleHandler,
): Promise<string | undefined> {
  if (handler.exec) return execHook(sync, id, handler.exec.command);
  if (handler.httpGet) return httpHook(sync, container, handler.httpGet);
  if (handler.sleep) {
    await sync.hands.clock.sleep(handler.sleep.seconds * 1000, sync.hands.signal);
    return undefined;
  }
  return 'the kubelet knows no such handler';
}

async function execHook(
  { hands }: PodSync,
  id: string,
  command: readonly string[],
): Promise<string | undefined> {
  const answer = await hands.call('ExecSync', { container_id: id, cmd: command });
  if (!answer.ok) return answer.message;
  const code = answer.response.exit_code ?? 0;
  return code === 0 ? undefined : `the command exited ${code}`;
}

async function httpHook(sync: PodSync, container: Container, handler: HttpGet): Promise<string | undefined> {
  const host = handler.host !== undefined && handler.host !== '' ? handler.host : await podAddress(sync);
  if (host === undefined) return 'the pod has no address';
  const port = portNumber(container, handler.port);
  if (port === undefined) return `no port is called ${handler.port}`;
  const answer = await httpGet(
    {
      scheme: handler.scheme ?? 'HTTP',
      host,
      port,
      path: handler.path ?? '/',
      headers: Object.fromEntries((handler.httpHeaders ?? []).map(({ name, value }) => [name, value])),
    },
    sync.hands.signal,
  );
  return 'failed' in answer ? answer.failed : undefined;
}

async function podAddress({ hands, pod, uid }: PodSync): Promise<string | undefined> {
  const status = await readPod(hands.call, uid);
  return pod.spec.hostNetwork === true ? hands.facts.nodeIps[0] : status?.ips[0];
}

function portNumber({ ports = [] }: Container, port: number | string): number | undefined {
  if (typeof port === 'number' || /^\d+$/.test(port)) return Number(port);
  return ports.find(({ name }) => name === port)?.containerPort;
}
