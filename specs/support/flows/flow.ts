// SPDX-License-Identifier: Apache-2.0
import type { UnaryMethod } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';
import type { KubeletOptions } from '#kubelet/context/kubelet-options.js';
import type { Container, Pod, PodSpec } from '#pod/pod.js';
import type { FakeRuntime } from '../../unit/kubelet/fake-runtime.js';
import type { FlowContext } from './flow-context.js';

/** A story of a pod: its manifest, what happens to it, and the calls that a kubelet makes. */
export interface Flow {
  /** A sentence about the pod's life. */
  readonly story: string;
  readonly spec: PodSpec;
  readonly metadata?: Partial<Pod['metadata']>;
  readonly kubelet?: Partial<KubeletOptions>;
  /** Prepares the runtime before the pod is added. */
  readonly before?: (runtime: FakeRuntime) => void;
  /** How many seconds the calls of an RPC take. */
  readonly secondsPerCall?: Readonly<Record<string, number>>;
  /** Leave out the lists of the pod, too: older kubelets make them with every read. */
  readonly ignoreLists?: boolean;
  /** Containers are removed without reading them first. */
  readonly removedUnread?: boolean;
  /** What happens after the pod was added. Default: nothing for three seconds. */
  readonly happens?: (context: FlowContext) => Promise<unknown>;
  /** Every call about the pod, in order, without the status reads. */
  readonly calls: Calls;
  /** Fields of requests, by the line of the call. */
  readonly requests?: Readonly<Record<string, object>>;
  /** Seconds between the first calls with these lines: at least, and less than. */
  readonly secondsBetween?: readonly Interval[];
}

/** Lines such as `StopContainer a#0 30` (container a, attempt 0), alone or in groups. */
export type Calls = readonly (string | Calls)[];

type Interval = readonly [from: string, to: string, atLeast: number, below: number];

/** Runs until TERM. */
export const runsForever: readonly string[] = ['sh', '-c', 'trap "exit 0" TERM; while :; do sleep 1; done'];

/** The containers of most stories. */
export const a: Container = { name: 'a', image: 'x:1', command: runsForever };
export const b: Container = { name: 'b', image: 'x:1', command: runsForever };
export const ignoresTerm: Container = { ...a, command: ['while'] };

/** Reads the image, creates and starts. */
export function startContainer(instance: string, image = 'x:1'): readonly string[] {
  return [
    `ImageStatus ${image}`,
    `ImageStatus ${image}`,
    `CreateContainer ${instance}`,
    `StartContainer ${instance}`,
  ];
}

/** Lists and reads the pod: on demand, before an HTTP hook, or after a kill. */
export const readPod: readonly string[] = ['ListPodSandbox', 'ListContainers'];
/** Removes a dead container; every story checks the two status reads before it. */
export function remove(instance: string): readonly string[] {
  return [`RemoveContainer ${instance}`];
}

/** A program that exits by itself after a second. */
export function exits(code: number): readonly string[] {
  return ['sh', '-c', `sleep 1; exit ${code}`];
}

/** Stops a pod whose containers have exited. */
export const podStops: Calls = ['StopPodSandbox S0', readPod];

/** Starts a pod with the container a. */
export const podStarts: Calls = ['RunPodSandbox S0', startContainer('a#0'), readPod];

export function repeat(count: number, line: string): readonly string[] {
  return Array.from({ length: count }, () => line);
}

interface RuntimeReport {
  readonly networkReady?: boolean;
  readonly userNamespaces?: boolean;
}

export function reportStatus({
  networkReady = true,
  userNamespaces = false,
}: RuntimeReport): (runtime: FakeRuntime) => void {
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

/** The image is missing on the node until it is pulled. */
export function notOnNode(image: string): (runtime: FakeRuntime) => void {
  return (runtime) => {
    runtime.missingImages.add(image);
    runtime.intercept = (rpc) => {
      if (rpc === 'PullImage') runtime.missingImages.delete(image);
      return undefined;
    };
  };
}

/** Neither the node nor the registry has the image. */
export function notInRegistry(image: string): (runtime: FakeRuntime) => void {
  return (runtime) => {
    runtime.missingImages.add(image);
  };
}

/** The runtime refuses the first calls of an RPC. */
export function refuses(rpc: UnaryMethod, repeat: number = Infinity): (runtime: FakeRuntime) => void {
  return (runtime) => {
    let left = repeat;
    runtime.intercept = (asked): Outcome | undefined => {
      if (asked !== rpc || left <= 0) return undefined;
      left -= 1;
      return { kind: 'refused', code: 'UNKNOWN', message: `no ${rpc}` };
    };
  };
}

/** The runtime resizes in place, with hardly any memory in use. */
export function resizesInPlace(runtime: FakeRuntime): void {
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

export function nothingFor(seconds: number): NonNullable<Flow['happens']> {
  return (context) => context.wait(seconds);
}

/** Deletes the pod after some seconds, with this grace period or its own. */
export function deletePod(gracePeriodSeconds?: number, after = 3): NonNullable<Flow['happens']> {
  return async ({ controller, wait, finish }) => {
    await wait(after);
    await finish(controller.delete(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }));
  };
}

export function initContainer(name: string, exitCode = 0): Container {
  return { name, image: 'x:1', command: exits(exitCode) };
}

export function sidecar(name: string, more: Partial<Container> = {}): Container {
  return { name, image: 'x:1', command: runsForever, restartPolicy: 'Always', ...more };
}

export function preStop(command: string): Pick<Container, 'lifecycle'> {
  return { lifecycle: { preStop: { exec: { command: [command] } } } };
}
