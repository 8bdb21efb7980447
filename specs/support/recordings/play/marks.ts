// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import type { PodController } from '#kubelet/decide/report/pod-controller.js';
import type { HeardCall } from '../heard-call.js';
import type { RecordedCall, Recording } from '../recording.js';
import type { ControlledRuntime } from './controlled-runtime.js';
import type { Turn } from '../compare/story.js';

export interface MarkContext {
  readonly recording: Recording;
  readonly runtime: ControlledRuntime;
  readonly life: PodController;
  readonly heard: readonly HeardCall[];
}

type Action = (context: MarkContext, turn: Turn) => Promise<unknown> | undefined;

/** How long a runtime stays down. */
const awayMs = 500;

/** What happens at each mark of a recording. */
const doings: Readonly<Record<string, Action>> = {
  'pod deleted': ({ life }) => {
    void life.delete();
    return undefined;
  },
  'container process killed': ({ runtime, heard }, { then }) =>
    runtime.killContainer(idOf(heard, firstEnded(then, 'ContainerStatus', 'CONTAINER_EXITED'))),
  'sandbox process killed': ({ runtime, heard }, { then }) =>
    runtime.killSandbox(idOf(heard, firstEnded(then, 'PodSandboxStatus', 'SANDBOX_NOTREADY'))),
  'runtime killed': async ({ runtime }) => {
    await runtime.killRuntime();
    await sleep(awayMs);
  },
  'runtime started again': ({ runtime }) => runtime.startRuntime(),
};

export async function act(context: MarkContext, turn: Turn): Promise<void> {
  const doing = doings[turn.mark];
  if (doing === undefined)
    throw new Error(
      `${context.recording.name}: what to do at the mark ${JSON.stringify(turn.mark)}? Known: ${Object.keys(doings).join(', ')}.`,
    );
  await doing(context, turn);
}

/** The first that ends after the mark, by its name in the recording. */
function firstEnded(then: readonly RecordedCall[], rpc: string, state: string): string {
  const seen = then.find(
    (call) =>
      call.rpc === rpc &&
      (call.response as { status?: { state?: string } } | undefined)?.status?.state === state,
  );
  const { container_id: container, pod_sandbox_id: sandbox } = (seen?.request ?? {}) as Readonly<
    Record<string, string>
  >;
  return container ?? sandbox ?? '';
}

/** This run's id of `<container:app:0>` or `<sandbox:0>`. */
function idOf(heard: readonly HeardCall[], name: string): string {
  const [, kind, of = '', attempt = of] = /^<(container|sandbox):([^:>]*)(?::(\d+))?>$/.exec(name) ?? [];
  const rpc = kind === 'container' ? 'CreateContainer' : 'RunPodSandbox';
  const made = heard.find(({ rpc: made, request }) => {
    const { metadata } =
      (request as { config?: { metadata?: { name?: string; attempt?: number } } }).config ?? {};
    const isIt = kind === 'sandbox' || metadata?.name === of;
    return made === rpc && isIt && (metadata?.attempt ?? 0) === Number(attempt);
  });
  const id = made?.response?.[kind === 'container' ? 'container_id' : 'pod_sandbox_id'];
  if (typeof id !== 'string') throw new Error(`the recording's ${name} was never made in this run`);
  return id;
}
