// SPDX-License-Identifier: Apache-2.0
import type { ErrorCode } from '#base/errors/error-code.js';
import type { Failure } from '#base/failure.js';
import type { CriClient } from '#cri/client/client.js';
import type { LinuxPodSandboxConfig, PodSandboxConfig } from '#cri/proto/generated/messages.js';
import type { Outcome } from '#cri/outcome.js';
import { cgroupParent } from '#kubelet/config/sandbox/cgroup-parent.js';
import type { NodeFacts } from '#kubelet/model/node-facts.js';
import { failureOf } from '#base/errors/catalogue.js';
import { translateRefusal } from './translate-refusal.js';

export interface Trial {
  readonly client: CriClient;
  /** A small image in our registry. */
  readonly image: string;
  readonly sandboxConfig: PodSandboxConfig;
  readonly handler: string;
  /** As Status lists them, for the fix. */
  readonly handlers: readonly string[];
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

/** Codes of failures that concern the runtime and not the node. */
export const ofRuntime: ReadonlySet<ErrorCode> = new Set(['E-NOT-OURS', 'E-REFUSED']);

/** The cgroup of a BestEffort pod, if the runtime needs one. */
export function linuxOfTrial(uid: string, podCgroups: NodeFacts['podCgroups']): LinuxPodSandboxConfig {
  const parent = cgroupParent({ metadata: { name: 'trial' }, spec: { containers: [] } }, uid, { podCgroups });
  return parent === '' ? {} : { cgroup_parent: parent };
}

/**
 * Pulls one image, runs one sandbox, and removes both, so that a node that cannot do this fails once and not
 * in every scenario. undefined: it works. No node setting can fix a failure with an `ofRuntime` code: doctor
 * reports it, contracts judge it.
 */
export async function trialPod(trial: Trial): Promise<Failure | undefined> {
  const { client, image, sandboxConfig, deadlineMs } = trial;
  const options = { deadlineMs, ...(trial.signal === undefined ? {} : { signal: trial.signal }) };
  const pulled = await client.call('PullImage', { image: { image }, sandbox_config: sandboxConfig }, options);
  if (pulled.kind !== 'ok') return explain(pulled, 'PullImage', trial);
  const ran = await client.call(
    'RunPodSandbox',
    { config: sandboxConfig, ...(trial.handler === '' ? {} : { runtime_handler: trial.handler }) },
    options,
  );
  if (ran.kind !== 'ok') return explain(ran, 'RunPodSandbox', trial);
  const pod_sandbox_id = ran.response.pod_sandbox_id ?? '';
  const stopped = await client.call('StopPodSandbox', { pod_sandbox_id }, { deadlineMs });
  if (stopped.kind === 'unanswered' && stopped.reason === 'not-ours') return notOurs(stopped.message);
  const gone = await client.call('RemovePodSandbox', { pod_sandbox_id }, { deadlineMs });
  return gone.kind === 'ok' ? undefined : explain(gone, 'RemovePodSandbox', trial);
}

function notOurs(seen: string): Failure {
  return failureOf(
    'E-NOT-OURS',
    'The runtime answered RunPodSandbox with the id of a sandbox that is not ours',
    {
      seen,
    },
  );
}

function refused(
  { code, message }: { readonly code: string; readonly message: string },
  rpc: string,
): Failure {
  return failureOf('E-REFUSED', `The runtime refuses ${rpc}`, { seen: `${code}: ${message}` });
}

function explain(outcome: Exclude<Outcome, { kind: 'ok' }>, rpc: string, trial: Trial): Failure | undefined {
  if (outcome.kind === 'refused') {
    const { handler, handlers, image } = trial;
    const facts = { handler, handlers, image, registry: image.split('/')[0] ?? image };
    return translateRefusal(outcome, facts) ?? refused(outcome, rpc);
  }
  if (outcome.reason === 'cancelled') return undefined;
  if (outcome.reason === 'not-ours' || outcome.reason === 'unverified') return notOurs(outcome.message);
  if (outcome.reason === 'connection-lost') {
    return failureOf('E-RUNTIME-GONE', `The runtime disappeared during ${rpc}`, { seen: outcome.message });
  }
  return failureOf('E-RPC-TIMEOUT', `${rpc} was not answered before our deadline`, { seen: outcome.message });
}
