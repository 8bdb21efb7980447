// SPDX-License-Identifier: Apache-2.0
import type { Container, PodSandbox } from '#cri/proto/generated/messages.js';
import { isReady, stateOf } from '../decide/report/pod-status.js';

/** pleg/generic.go, plegContainerState: created counts as unknown. */
type SeenState = 'running' | 'exited' | 'unknown';

export interface PodEvent {
  readonly what: 'started' | 'died' | 'changed' | 'removed';
  /** Of a container or a sandbox. */
  readonly id: string;
}

/** State by id, containers and sandboxes together. */
export type Snapshot = ReadonlyMap<string, SeenState>;

/** Lists and statuses both have what is compared. */
interface PodObjects {
  readonly sandboxes: readonly Pick<PodSandbox, 'id' | 'state'>[];
  readonly containers: readonly Pick<Container, 'id' | 'state'>[];
}

/** pleg/generic.go, convertState: for each container and sandbox. */
export function snapshotOf({ sandboxes, containers }: PodObjects): Snapshot {
  return new Map([
    ...containers.map((container): [string, SeenState] => [container.id ?? '', seenAs(stateOf(container))]),
    ...sandboxes.map((sandbox): [string, SeenState] => [
      sandbox.id ?? '',
      isReady(sandbox) ? 'running' : 'exited',
    ]),
  ]);
}

function seenAs(state: ReturnType<typeof stateOf>): SeenState {
  return state === 'created' ? 'unknown' : state;
}

/** pleg/generic.go, computeEvents: what changed between two relists, containers first. */
export function eventsBetween(before: Snapshot, after: Snapshot): readonly PodEvent[] {
  const ids = new Set([...after.keys(), ...before.keys()]);
  return [...ids].flatMap((id) => eventsOf(id, before.get(id), after.get(id)));
}

/** pleg/generic.go, generateEvents. */
function eventsOf(
  id: string,
  before: SeenState | undefined,
  after: SeenState | undefined,
): readonly PodEvent[] {
  if (before === after) return [];
  switch (after) {
    case 'running':
      return [{ what: 'started', id }];
    case 'exited':
      return [{ what: 'died', id }];
    case 'unknown':
      return [{ what: 'changed', id }];
    case undefined:
      return before === 'exited'
        ? [{ what: 'removed', id }]
        : [
            { what: 'died', id },
            { what: 'removed', id },
          ];
  }
}
