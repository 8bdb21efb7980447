// SPDX-License-Identifier: Apache-2.0
import type { Volume } from '#pod/volume.js';
import { volumePath } from '../../config/container/volume-paths.js';
import type { Resolution } from '../../config/resolved.js';
import type { Problem } from '../../decide/report/pod-controller.js';
import { errorMessage } from '#base/text/error-message.js';
import type { PodSync } from '../../context/kubelet-context.js';
import { checkHostPath } from './host-path.js';
import { mapDevice } from './map-device.js';
import { giveToGroup } from './give-to-group.js';
import { payloadOf, type Payload } from './payload.js';
import { writePayload } from './write-payload.js';

/**
 * volumemanager/volume_manager.go, WaitForAttachAndMount: makes every volume ready, or says which are not,
 * and the pod waits. A memory emptyDir is a plain directory: a tmpfs would have to be unmounted even if we
 * are killed.
 */
export async function prepareVolumes(sync: PodSync, ips: readonly string[]): Promise<Problem | undefined> {
  const failed: { readonly name: string; readonly problem: string }[] = [];
  for (const volume of sync.pod.spec.volumes ?? []) {
    const made = await prepared(sync, volume, ips).catch((cause: unknown) => ({
      problem: errorMessage(cause),
    }));
    if (made) failed.push({ name: volume.name, problem: made.problem });
  }
  if (failed.length === 0) return undefined;
  const names = failed.map(({ name }) => name).join(' ');
  const message = failed.map(({ name, problem }) => `${name}: ${problem}`).join('; ');
  return { reason: 'FailedMount', message: `unmounted volumes=[${names}]: ${message}` };
}

async function prepared(
  sync: PodSync,
  volume: Volume,
  ips: readonly string[],
): Promise<{ readonly problem: string } | undefined> {
  const { pod, uid, ctx, status } = sync;
  if (volume.image && ctx.traits.imageVolumes) return undefined;
  if (volume.hostPath) {
    // Checked once, before the first sandbox.
    return status.sandboxes.length > 0 ? undefined : checkHostPath(ctx.node.host, volume.hostPath);
  }
  if (volume.persistentVolumeClaim) return mapDevice(sync, volume);
  const path = volumePath({ pod, uid, rootDir: ctx.node.rootDir }, volume.name);
  const payload = payloadOf(volume, { pod, uid, ips, facts: ctx.facts, objects: ctx.objects });
  if (payload === undefined) return emptyDir(sync, path);
  return written(sync, { path, payload });
}

async function emptyDir(sync: PodSync, path: string): Promise<undefined> {
  const { node } = sync.ctx;
  if ((await node.look(path)) !== undefined) return;
  await node.makeDir(path, 0o777);
  await giveToGroup(node, path, { gid: groupOf(sync), readOnly: false });
}

async function written(
  sync: PodSync,
  { path, payload }: { readonly path: string; readonly payload: Resolution<Payload> },
): Promise<{ readonly problem: string } | undefined> {
  if ('problem' in payload) return payload;
  const { node, wallMs } = sync.ctx;
  await node.makeDir(path, 0o777);
  const fresh = await writePayload(node, { path, payload: payload.value, wallMs: wallMs() });
  if (fresh) await giveToGroup(node, path, { gid: groupOf(sync), readOnly: true });
  return undefined;
}

function groupOf({ pod }: PodSync): number | undefined {
  return pod.spec.securityContext?.fsGroup;
}
