// SPDX-License-Identifier: Apache-2.0
import type { UnaryMethod } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';
import type { KubeletOptions } from '#kubelet/context/kubelet-options.js';
import type { Container, Pod, PodSpec } from '#pod/pod.js';
import type { FakeRuntime } from '../../unit/kubelet/fake-runtime.js';
import type { Stage } from './flow-stage.js';

/** One row: a manifest, what happens to it, and what a kubelet says to the runtime. */
export interface Flow {
  readonly id: string;
  readonly spec: PodSpec;
  readonly metadata?: Partial<Pod['metadata']>;
  readonly kubelet?: Partial<KubeletOptions>;
  /** Before the pod is there. */
  readonly given?: (runtime: FakeRuntime) => void;
  /** Seconds that each call of a kind takes. */
  readonly slow?: Readonly<Record<string, number>>;
  /** The lists of one pod are left out, too: older kubelets make them with every look. */
  readonly unlisted?: boolean;
  /** Containers are removed without a look at them. */
  readonly unread?: boolean;
  /** After the pod was added; without it three seconds pass. */
  readonly plot?: (stage: Stage) => Promise<unknown>;
  /** Every call about the pod but the status reads, in order. */
  readonly calls: readonly string[];
  /** Of the whole transcript: what these lines have to carry. */
  readonly sent?: Readonly<Record<string, object>>;
  /** Seconds from the first call of one line to the first of another, at least and at most. */
  readonly paced?: readonly Interval[];
}

type Interval = readonly [from: string, to: string, atLeast: number, below: number];

export const forever: readonly string[] = ['sh', '-c', 'trap "exit 0" TERM; while :; do sleep 1; done'];

/** As most flows have it. */
export const a: Container = { name: 'a', image: 'x:1', command: forever };
export const b: Container = { name: 'b', image: 'x:1', command: forever };
/** Ignores TERM. */
export const stubborn: Container = { ...a, command: ['while'] };

export function start(instance: string, image = 'x:1'): readonly string[] {
  return [
    `ImageStatus ${image}`,
    `ImageStatus ${image}`,
    `CreateContainer ${instance}`,
    `StartContainer ${instance}`,
  ];
}

/** Lists and reads one pod: on demand, before an HTTP hook, or to see what came of a kill. */
export const look: readonly string[] = ['ListPodSandbox', 'ListContainers'];
/** A dead container goes: two status reads before it are checked in every flow. */
export function drop(instance: string): readonly string[] {
  return [`RemoveContainer ${instance}`];
}

/** A program that ends by itself after a second. */
export function ends(code: number): readonly string[] {
  return ['sh', '-c', `sleep 1; exit ${code}`];
}

/** What ends a pod whose containers are gone. */
export const over: readonly string[] = ['StopPodSandbox S0', ...look];

/** One container, until the pod runs. */
export const begun: readonly string[] = ['RunPodSandbox S0', ...start('a#0'), ...look];

export function times(count: number, line: string): readonly string[] {
  return Array.from({ length: count }, () => line);
}

interface RuntimeSays {
  readonly networkReady?: boolean;
  readonly userNamespaces?: boolean;
}

export function statusSays({
  networkReady = true,
  userNamespaces = false,
}: RuntimeSays): (runtime: FakeRuntime) => void {
  const conditions = [
    { type: 'RuntimeReady', status: true },
    { type: 'NetworkReady', status: networkReady },
  ];
  const features = { user_namespaces: userNamespaces };
  return (runtime) => {
    runtime.intercept = (rpc): Outcome | undefined =>
      rpc === 'Status'
        ? { kind: 'ok', raw: '', response: { status: { conditions }, runtime_handlers: [{ features }] } }
        : undefined;
  };
}

/** The image is not on the node until it is pulled. */
export function absent(image: string): (runtime: FakeRuntime) => void {
  return (runtime) => {
    runtime.missingImages.add(image);
    runtime.intercept = (rpc) => {
      if (rpc === 'PullImage') runtime.missingImages.delete(image);
      return undefined;
    };
  };
}

/** The registry does not have it. */
export function nowhere(image: string): (runtime: FakeRuntime) => void {
  return (runtime) => {
    runtime.missingImages.add(image);
  };
}

/** The runtime refuses the first calls of a kind. */
export function refuses(rpc: UnaryMethod, times: number = Infinity): (runtime: FakeRuntime) => void {
  return (runtime) => {
    let left = times;
    runtime.intercept = (asked): Outcome | undefined => {
      if (asked !== rpc || left <= 0) return undefined;
      left -= 1;
      return { kind: 'refused', code: 'UNKNOWN', message: `no ${rpc}` };
    };
  };
}

/** A runtime that resizes in place, with hardly anything in use. */
export function updates(runtime: FakeRuntime): void {
  runtime.intercept = (rpc): Outcome | undefined => {
    if (rpc === 'ListContainerStats') {
      const stats = [...runtime.boxes.keys()].map((id) => ({
        attributes: { id },
        memory: { usage_bytes: { value: '1' } },
      }));
      return { kind: 'ok', response: { stats }, raw: '' };
    }
    return rpc.startsWith('Update') ? { kind: 'ok', response: {}, raw: '' } : undefined;
  };
}

/** So many seconds pass. */
export function pass(seconds: number): NonNullable<Flow['plot']> {
  return (stage) => stage.pass(seconds);
}

/** It runs for some seconds and is then deleted with so much grace, or with its own. */
export function deleted(gracePeriodSeconds?: number, after = 3): NonNullable<Flow['plot']> {
  return async ({ life, pass: wait, done }) => {
    await wait(after);
    await done(life.delete(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }));
  };
}
