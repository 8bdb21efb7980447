// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type Call } from '#evidence/call.js';
import type { ContainerLife } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import type { SandboxLife } from '#evidence/history/sandbox-history.js';

/** A call that makes something with a name. */
export type Making = Call<'RunPodSandbox'> | Call<'CreateContainer'>;

/** Whether two calls are to make the same thing, whichever attempt at it they are. */
export function isSameThing(one: Making, other: Making): boolean {
  return nameToMake(one) === nameToMake(other);
}

function nameToMake({ rpc, request }: Making): string {
  const metadata = Object.entries(request.config?.metadata ?? {}).filter(([key]) => key !== 'attempt');
  const where = 'pod_sandbox_id' in request ? request.pod_sandbox_id : '';
  return JSON.stringify([rpc, where, metadata.sort()]);
}

export function attemptOf({ request }: Making): number {
  return request.config?.metadata?.attempt ?? 0;
}

/** What it made; undefined if nobody was told. */
export function madeBy(evidence: Evidence, call: Making): SandboxLife | ContainerLife | undefined {
  if (!isAnswered(call as Call)) return undefined;
  return (
    evidence.sandboxes().find(({ run }) => run === call) ??
    evidence.containers().find(({ create }) => create === call)
  );
}

type Namesakes = readonly [list: Call, items: readonly Namesake[]];

/** An object in a list, with the name and attempt that a call asked for. */
interface Namesake {
  readonly id: string;
  readonly list: Call;
  /** READY, or not ended. */
  readonly isAlive: boolean;
}

/** Of each list that was answered, whatever in it has the very name and attempt. */
export function namesakes(evidence: Evidence, call: Making): readonly Namesakes[] {
  return call.rpc === 'RunPodSandbox' ? sandboxNamesakes(evidence, call) : containerNamesakes(evidence, call);
}

function sandboxNamesakes(evidence: Evidence, { request }: Making): readonly Namesakes[] {
  const wanted = keyOf(request.config?.metadata ?? {});
  return evidence.answered('ListPodSandbox').map((list) => {
    const items = (list.outcome.response.items ?? []).filter(
      ({ metadata = {} }) => keyOf(metadata) === wanted,
    );
    const isAlive = (state: string | undefined): boolean => (state ?? 'SANDBOX_READY') === 'SANDBOX_READY';
    return [list, items.map(({ id = '', state }) => ({ id, list, isAlive: isAlive(state) }))];
  });
}

function containerNamesakes(evidence: Evidence, { request }: Call<'CreateContainer'>): readonly Namesakes[] {
  const wanted = keyOf(request.config?.metadata ?? {});
  return evidence.answered('ListContainers').map((list) => {
    const items = (list.outcome.response.containers ?? []).filter(
      ({ metadata = {}, pod_sandbox_id: within }) =>
        within === request.pod_sandbox_id && keyOf(metadata) === wanted,
    );
    return [list, items.map(({ id = '', state }) => ({ id, list, isAlive: state !== 'CONTAINER_EXITED' }))];
  });
}

function keyOf(metadata: object): string {
  return JSON.stringify(Object.entries({ attempt: 0, ...metadata }).sort());
}
