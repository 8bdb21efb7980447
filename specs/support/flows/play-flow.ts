// SPDX-License-Identifier: Apache-2.0
import { inFlowContext } from './flow-context.js';
import type { Flow } from './flow.js';
import type { FlowCall } from './transcript.js';

/** Adds the pod to our kubelet, and plays the story. */
export async function playFlow({
  spec,
  metadata,
  kubelet,
  before,
  secondsPerCall,
  happens,
}: Flow): Promise<readonly FlowCall[]> {
  return inFlowContext(kubelet ?? {}, async (live, context) => {
    before?.(context.runtime);
    context.transcript.secondsPerCall = secondsPerCall ?? {};
    const controller = live.add({ metadata: { name: 'p', namespace: 'd', ...metadata }, spec });
    await (happens ? happens({ ...context, controller }) : context.wait(3));
    return [...context.transcript.said];
  });
}

const isStatusRead = ({ rpc }: FlowCall): boolean => rpc === 'PodSandboxStatus' || rpc === 'ContainerStatus';

export function callsOf(said: readonly FlowCall[]): readonly string[] {
  return said.filter((each) => !isStatusRead(each)).map(({ line }) => line);
}

const minuteMs = 60_000;

/** Calls with another deadline than the kubelet's. */
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

/** Sandboxes that were not read after RunPodSandbox, containers that were removed without two reads. */
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

/** Seconds between the first calls with these lines. */
export function secondsBetween(said: readonly FlowCall[], from: string, to: string): number {
  const at = (wanted: string): number => said.find(({ line }) => line === wanted)?.atMs ?? NaN;
  return (at(to) - at(from)) / 1000;
}
