// SPDX-License-Identifier: Apache-2.0
import type { CreateContainerResponse, RunPodSandboxResponse } from '#cri/proto/generated/messages.js';
import type { RecordedCall } from '#evidence/call.js';
import { isAnswered } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { SandboxHistory } from '#evidence/history/sandbox-history.js';
import { mustBeRefused } from '../judging/judging.js';
import { isKeptUntil } from './occasions.js';
import { held, type Verdict } from '../verdict.js';

/** A creation with a name that is taken. */
interface Duplicate<M extends 'RunPodSandbox' | 'CreateContainer', Life> {
  readonly again: RecordedCall<M>;
  readonly first: Life;
}

type DuplicateSandbox = Duplicate<'RunPodSandbox', SandboxHistory>;
type DuplicateContainer = Duplicate<'CreateContainer', ContainerHistory>;

export function duplicateSandboxes(evidence: Evidence): readonly DuplicateSandbox[] {
  const lives = evidence.sandboxes();
  return evidence.of('RunPodSandbox').flatMap((again) => {
    const key = JSON.stringify(again.request.config?.metadata);
    const first = lives.find(
      (life) =>
        JSON.stringify(life.config.metadata) === key &&
        beganAfter(again, life.run) &&
        isKeptUntil(life, again),
    );
    return first === undefined ? [] : [{ again, first }];
  });
}

export function duplicateContainers(evidence: Evidence): readonly DuplicateContainer[] {
  const lives = evidence.containers();
  return evidence.of('CreateContainer').flatMap((again) => {
    const { name, attempt = 0 } = again.request.config?.metadata ?? {};
    const first = lives.find(
      (life) =>
        life.sandboxId === again.request.pod_sandbox_id &&
        life.name === name &&
        life.attempt === attempt &&
        beganAfter(again, life.create) &&
        isKeptUntil(life, again),
    );
    return first === undefined ? [] : [{ again, first }];
  });
}

export function refusedOrTheSame({ again, first }: DuplicateSandbox | DuplicateContainer): Verdict {
  const what = 'run' in first ? 'sandbox' : 'container';
  const made = 'run' in first ? first.run : first.create;
  const call: RecordedCall = again;
  if (isAnswered(call)) {
    const { pod_sandbox_id, container_id } = call.outcome.response as CreationResponse;
    if ((pod_sandbox_id ?? container_id) === first.id) return held([made.seq, call.seq]);
  }
  return mustBeRefused(call, `refused, or OK with ${first.id}, while that ${what} exists`);
}

type CreationResponse = CreateContainerResponse & RunPodSandboxResponse;
