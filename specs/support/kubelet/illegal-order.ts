// SPDX-License-Identifier: Apache-2.0
import type { SeenCall } from './hindered-client.js';

type Rule = (call: SeenCall, before: readonly SeenCall[]) => string | undefined;

/** Calls that no kubelet would send, as sentences; empty: a kubelet could have sent them in this order. */
export function illegalOrder(calls: readonly SeenCall[]): readonly string[] {
  return calls.flatMap((call, at) => {
    const before = calls.slice(0, at);
    return rules.flatMap((rule) => {
      const found = rule(call, before);
      return found === undefined ? [] : [`call ${at} ${call.rpc}: ${found}`];
    });
  });
}

const oneAtATime = new Set(['RunPodSandbox', 'PullImage', 'CreateContainer', 'StartContainer']);

const rules: readonly Rule[] = [
  (call, before) => {
    if (call.rpc !== 'CreateContainer') return undefined;
    const id = text(call, 'pod_sandbox_id');
    return isKnown(before, 'pod_sandbox_id', id) ? undefined : `no sandbox ${id}`;
  },
  (call, before) => {
    if (call.rpc !== 'StartContainer') return undefined;
    const id = text(call, 'container_id');
    if (!isKnown(before, 'container_id', id)) return `no container ${id}`;
    const again = before.some((each) => each.rpc === 'StartContainer' && text(each, 'container_id') === id);
    return again ? 'started twice' : undefined;
  },
  (call, before) => {
    if (call.rpc !== 'StopContainer') return undefined;
    if (Number(call.request['timeout'] ?? 0) < 2) return 'a grace period below 2';
    const id = text(call, 'container_id');
    return isKnown(before, 'container_id', id) ? undefined : `no container ${id}`;
  },
  (call, before) => {
    if (call.rpc !== 'RemoveContainer') return undefined;
    const id = text(call, 'container_id');
    const reads = before.filter(
      (each) => each.rpc === 'ContainerStatus' && text(each, 'container_id') === id,
    );
    const [last, second] = reads.toReversed();
    if (!answered(last) || !answered(second)) return 'not read twice before';
    const state = stateIn(last);
    return state === 'CONTAINER_RUNNING' ? 'it was running' : undefined;
  },
  (call, before) => {
    if (call.rpc !== 'RemovePodSandbox') return undefined;
    const id = text(call, 'pod_sandbox_id');
    const stops = before.filter(
      (each) => each.rpc === 'StopPodSandbox' && text(each, 'pod_sandbox_id') === id,
    );
    return answered(stops.at(-1)) ? undefined : 'not stopped before';
  },
  (call, before) => {
    if (!oneAtATime.has(call.rpc)) return undefined;
    const other = before.find(
      (each) => oneAtATime.has(each.rpc) && (each.endedAt ?? Infinity) > call.beganAt,
    );
    return other && `while ${other.rpc} was in flight`;
  },
];

function text({ request }: SeenCall, key: string): string {
  const value = request[key];
  return typeof value === 'string' ? value : '';
}

function answered(call: SeenCall | undefined): boolean {
  return call?.outcome?.kind === 'ok';
}

/** The id was in the answer to a creation of that kind. */
function isKnown(before: readonly SeenCall[], key: MadeId, id: string): boolean {
  const rpc = makers[key];
  return before.some(({ rpc: made, outcome }) => {
    if (made !== rpc || outcome?.kind !== 'ok') return false;
    return (outcome.response as Readonly<Record<string, unknown>>)[key] === id;
  });
}

type MadeId = keyof typeof makers;

const makers = { pod_sandbox_id: 'RunPodSandbox', container_id: 'CreateContainer' } as const;

function stateIn(call: SeenCall | undefined): string | undefined {
  if (call?.outcome?.kind !== 'ok') return undefined;
  return (call.outcome.response as { status?: { state?: string } }).status?.state;
}
