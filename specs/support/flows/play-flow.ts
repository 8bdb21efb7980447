// SPDX-License-Identifier: Apache-2.0
import { onStage } from './flow-stage.js';
import type { Flow } from './flow.js';
import type { FlowCall } from './transcript.js';

/** Gives the manifest to our kubelet and does to the pod what the row says. */
export async function playFlow({
  spec,
  metadata,
  kubelet,
  given,
  slow,
  plot,
}: Flow): Promise<readonly FlowCall[]> {
  return onStage(kubelet ?? {}, async (live, stage) => {
    given?.(stage.runtime);
    stage.transcript.slow = slow ?? {};
    const life = live.add({ metadata: { name: 'p', namespace: 'd', ...metadata }, spec });
    await (plot ? plot({ ...stage, life }) : stage.pass(3));
    return [...stage.transcript.said];
  });
}

const isStatusRead = ({ rpc }: FlowCall): boolean => rpc === 'PodSandboxStatus' || rpc === 'ContainerStatus';

export function callsOf(said: readonly FlowCall[]): readonly string[] {
  return said.filter((each) => !isStatusRead(each)).map(({ line }) => line);
}

const minuteMs = 60_000;

/** Lines of calls whose deadline is not the kubelet's. */
export function oddDeadlines(said: readonly FlowCall[]): readonly string[] {
  return said
    .filter((each) => each.deadlineMs !== deadlineOf(each))
    .map(({ line, deadlineMs }) => `${line}: ${deadlineMs} ms`);
}

function deadlineOf({ rpc, request }: FlowCall): number | null {
  const { timeout = '0' } = request as { readonly timeout?: string };
  if (rpc === 'PullImage' || (rpc === 'ExecSync' && timeout === '0')) return null;
  return (rpc === 'RunPodSandbox' ? 4 : 2) * minuteMs + 1000 * Number(timeout);
}

/** Sandboxes that were run and not looked at, containers that were removed without two looks. */
export function missingReads(said: readonly FlowCall[]): readonly string[] {
  return said.filter((each, at) => !isReadAsItShould(each, at, said)).map(({ line }) => line);
}

function isReadAsItShould({ line, isOk }: FlowCall, at: number, said: readonly FlowCall[]): boolean {
  const [rpc, name] = line.split(' ');
  if (rpc === 'RunPodSandbox' && isOk) return said[at + 1]?.line.startsWith('PodSandboxStatus S') === true;
  if (rpc !== 'RemoveContainer') return true;
  const reads = said.slice(0, at).filter((each) => each.line === `ContainerStatus ${name}`);
  return reads.length >= 2;
}

/** Seconds from the first call of one line to the first of another. */
export function secondsBetween(said: readonly FlowCall[], from: string, to: string): number {
  const at = (wanted: string): number => said.find(({ line }) => line === wanted)?.atMs ?? NaN;
  return (at(to) - at(from)) / 1000;
}
