// SPDX-License-Identifier: Apache-2.0
import type { PodSandboxConfig } from '#cri/generated/messages.js';
import type { Container } from '#pod/pod.js';
import { containerConfig } from '../config/container-config.js';
import type { Problem } from '../pod-life.js';
import { crashBackOff } from './crash-back-off.js';
import { runHook } from './hooks.js';
import { imageStep, imageUserStep } from './image-step.js';
import { killContainer } from './kill-container.js';
import { prepareContainerFiles } from './prepare-files.js';
import { restartCount } from './restart-count.js';
import type { PodSync } from './sync-context.js';

export interface Place {
  readonly sandboxId: string;
  readonly sandboxConfig: PodSandboxConfig;
  readonly ips: readonly string[];
}

/** Image, create, start, postStart hook. Nothing is undone on failure: the next sync deals with what is there. */
export async function startContainer(
  sync: PodSync,
  container: Container,
  place: Place,
): Promise<Problem | undefined> {
  const waiting = crashBackOff(sync, container);
  if (waiting) return waiting;
  const image = await imageStep(sync, container, place.sandboxConfig);
  if ('problem' in image) return image.problem;
  const created = await createContainer(sync, { container, place, imageRef: image.value });
  if ('problem' in created) return created.problem;
  const { hands } = sync;
  const started = await hands.call('StartContainer', { container_id: created.id });
  if (!started.ok)
    return { reason: 'RunContainerError', container: container.name, message: started.message };
  hands.journal('container started', { container: container.name, id: created.id });
  return postStart(sync, container, created.id);
}

async function createContainer(
  sync: PodSync,
  { container, place, imageRef }: { container: Container; place: Place; imageRef: string },
): Promise<{ readonly id: string } | { readonly problem: Problem }> {
  const { hands, pod, uid } = sync;
  const attempt = await restartCount(sync, container);
  const user = await imageUserStep(sync, container);
  if ('problem' in user) return user;
  if (user.value.uid === 0 && mustNotBeRoot(sync, container)) {
    const message = 'the image runs as root and runAsNonRoot is set';
    return { problem: { reason: 'CreateContainerConfigError', container: container.name, message } };
  }
  const terminationLog = await prepareContainerFiles(sync, container, place.ips);
  const config = containerConfig({
    ...{ pod, uid, container, attempt, imageRef, terminationLog, imageUser: user.value, ips: place.ips },
    ...{ facts: hands.facts, traits: hands.traits, rootDir: hands.node.rootDir },
  });
  const answer = await hands.call('CreateContainer', {
    pod_sandbox_id: place.sandboxId,
    config,
    sandbox_config: place.sandboxConfig,
  });
  const id = answer.ok ? (answer.response.container_id ?? '') : '';
  if (id !== '') return { id };
  const message = answer.ok ? 'the answer names no container' : answer.message;
  return { problem: { reason: 'CreateContainerError', container: container.name, message } };
}

function mustNotBeRoot({ pod }: PodSync, { securityContext }: Container): boolean {
  const ofPod = pod.spec.securityContext;
  const user = securityContext?.runAsUser ?? ofPod?.runAsUser;
  return (
    (securityContext?.runAsNonRoot ?? ofPod?.runAsNonRoot ?? false) && (user === undefined || user === 0)
  );
}

async function postStart(sync: PodSync, container: Container, id: string): Promise<Problem | undefined> {
  const handler = container.lifecycle?.postStart;
  if (!handler) return undefined;
  const failed = await runHook(sync, { container, id }, handler);
  sync.hands.journal('postStart hook ended', { container: container.name, id, failed: failed ?? null });
  if (failed === undefined || sync.hands.signal.aborted) return undefined;
  await killContainer(sync, { id, container, reason: 'FailedPostStartHook' });
  return { reason: 'PostStartHookError', container: container.name, message: failed };
}
