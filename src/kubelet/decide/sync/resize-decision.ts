// SPDX-License-Identifier: Apache-2.0
import { isStatic } from '../../model/static-pod.js';
import type { Container, Resources } from '#pod/pod.js';
import { milliOf, wholeOf } from '#pod/quantity.js';
import type { DecisionInput } from './decision-input.js';
import type { ContainerToUpdate, ResizeActions } from './pod-actions.js';

/** Changes of one container. Positive: grows. Negative: shrinks. */
export interface Resize {
  readonly update: ContainerToUpdate;
  readonly memory: number;
  readonly cpu: number;
  /** Its resizePolicy asks for a restart. */
  readonly restart: boolean;
}

type Kind = 'memory' | 'cpu';
const amount = { memory: wholeOf, cpu: milliOf } as const;

/**
 * kuberuntime_manager.go, computePodResizeAction: how a running container differs from its actuated
 * resources, if it does.
 */
export function resizeOf(
  { pod, actuated, traits }: Pick<DecisionInput, 'pod' | 'actuated' | 'traits'>,
  update: ContainerToUpdate,
): Resize | undefined {
  if (!mayResize(pod, traits)) return undefined;
  const { container } = update;
  const given = actuated.containers.get(container.name);
  const levels = { wantedPod: pod.spec.resources, givenPod: actuated.pod ?? pod.spec.resources };
  const memory = changeOf('memory', { wanted: container.resources, given, ...levels });
  const cpu = changeOf('cpu', { wanted: container.resources, given, ...levels });
  if (memory === 0 && cpu === 0) return undefined;
  const restart =
    (memory !== 0 && mustRestart(container, 'memory')) || (cpu !== 0 && mustRestart(container, 'cpu'));
  return { update, memory, cpu, restart };
}

/** A static pod cannot change without a new UID. */
function mayResize(pod: DecisionInput['pod'], { inPlaceResize }: DecisionInput['traits']): boolean {
  return inPlaceResize && !isStatic(pod);
}

interface Levels {
  readonly wanted: Resources | undefined;
  readonly given: Resources | undefined;
  readonly wantedPod: Resources | undefined;
  readonly givenPod: Resources | undefined;
}

/** Compares limits first, then requests. */
function changeOf(kind: Kind, { wanted, given, wantedPod, givenPod }: Levels): number {
  const of = amount[kind];
  const limit = (own?: Resources, pod?: Resources): number =>
    of(own?.limits?.[kind]) || of(pod?.limits?.[kind]) || 0;
  const request = (own?: Resources): number => of(own?.requests?.[kind]) ?? 0;
  return (
    Math.sign(limit(wanted, wantedPod) - limit(given, givenPod)) ||
    Math.sign(request(wanted) - request(given))
  );
}

function mustRestart({ resizePolicy = [] }: Container, kind: Kind): boolean {
  return resizePolicy.find(({ resourceName }) => resourceName === kind)?.restartPolicy === 'RestartContainer';
}

/**
 * kuberuntime_manager.go, computePodResizeAction: decreases before increases, each decrease in front of the
 * ones before it.
 */
export function inPlace(resizes: readonly Resize[]): Pick<ResizeActions, 'memory' | 'cpu'> {
  const ordered = (kind: Kind): readonly ContainerToUpdate[] => {
    const shrinking = resizes.filter((resize) => resize[kind] < 0).toReversed();
    const growing = resizes.filter((resize) => resize[kind] > 0);
    return [...shrinking, ...growing].map(({ update }) => update);
  };
  return { memory: ordered('memory'), cpu: ordered('cpu') };
}

/** kuberuntime_manager.go, computePodActions: pod-level resources differ from the actuated ones. */
export function podLevelChanged({
  pod,
  actuated,
  traits,
}: Pick<DecisionInput, 'pod' | 'actuated' | 'traits'>): boolean {
  if (!mayResize(pod, traits) || actuated.pod === undefined) return false;
  return differ(pod.spec.resources, actuated.pod);
}

/** kuberuntime_manager.go, computePodActions: a container to start differs from its actuated resources. */
export function startsResized(
  { pod, actuated, traits }: Pick<DecisionInput, 'pod' | 'actuated' | 'traits'>,
  starting: readonly Container[],
): boolean {
  if (!mayResize(pod, traits)) return false;
  return starting.some(({ name, resources }) => differ(resources, actuated.containers.get(name)));
}

function differ(wanted: Resources | undefined, given: Resources | undefined): boolean {
  const alone = { wanted, given, wantedPod: undefined, givenPod: undefined };
  return changeOf('memory', alone) !== 0 || changeOf('cpu', alone) !== 0;
}
