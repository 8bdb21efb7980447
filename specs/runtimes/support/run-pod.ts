// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CriClient } from '#cri/client/client.js';
import type { RequestOf, ResponseOf, UnaryMethod } from '#cri/methods.js';

export interface PodOptions {
  /** `host:port/path` of the registry's images. */
  readonly images: string;
  readonly logs: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly handler?: string;
  /** A directory of the host that the container sees as /shared. */
  readonly shared?: string;
  /** Its processes are to be known by its uid: below this cgroup it has one that bears it. */
  readonly below?: string;
}

export interface RunningPod {
  readonly uid: string;
  readonly sandbox: string;
  readonly container: string;
  readonly ip: string;
}

/** systemd's driver takes no pod without a slice; this one is there before, and stays. */
export const linuxOfPod: { readonly cgroup_parent?: string } = existsSync('/run/systemd/system')
  ? { cgroup_parent: 'system.slice' }
  : {};

/** As a kubelet names it under the driver of this machine. */
function namedCgroup(below: string, uid: string): string {
  const slice = `system-${below}-pod${uid.replaceAll('-', '_')}.slice`;
  return existsSync('/run/systemd/system')
    ? `/system.slice/system-${below}.slice/${slice}`
    : `/${below}/pod${uid}`;
}

/** The answer; a refusal fails the spec with the runtime's own words. */
export async function answer<M extends UnaryMethod>(
  client: CriClient,
  method: M,
  request: RequestOf<M>,
): Promise<ResponseOf<M>> {
  const outcome = await client.call(method, request, { deadlineMs: 60_000 });
  if (outcome.kind !== 'ok') throw new Error(`${method}: ${outcome.message}`);
  return outcome.response;
}

/** A pod with one running container of the test program. */
export async function runPod(client: CriClient, wanted: PodOptions): Promise<RunningPod> {
  const uid = randomUUID();
  const logs = join(wanted.logs, uid);
  mkdirSync(logs, { recursive: true });
  const labels = { 'io.kubernetes.pod.uid': uid, ...wanted.labels };
  const config = {
    metadata: { name: 'pod', uid, namespace: 'launch' },
    labels,
    log_directory: logs,
    linux: wanted.below === undefined ? linuxOfPod : { cgroup_parent: namedCgroup(wanted.below, uid) },
  };
  const reference = `${wanted.images}/box:1`;
  const image = { image: reference, user_specified_image: reference };
  const { pod_sandbox_id: sandbox = '' } = await answer(client, 'RunPodSandbox', {
    config,
    runtime_handler: wanted.handler ?? '',
  });
  await answer(client, 'PullImage', { image });
  const { container_id: container = '' } = await answer(client, 'CreateContainer', {
    pod_sandbox_id: sandbox,
    sandbox_config: config,
    config: {
      metadata: { name: 'box' },
      image,
      args: wanted.args ?? ['print hello', 'wait'],
      labels,
      log_path: 'box.log',
      mounts: wanted.shared === undefined ? [] : [{ container_path: '/shared', host_path: wanted.shared }],
      // What a kubelet asks for in a guaranteed pod; refused without CAP_SYS_RESOURCE unless the launcher sees to it.
      linux: { resources: { oom_score_adj: '-997' } },
    },
  });
  await answer(client, 'StartContainer', { container_id: container });
  const status = await answer(client, 'PodSandboxStatus', { pod_sandbox_id: sandbox });
  return { uid, sandbox, container, ip: status.status?.network?.ip ?? '' };
}
