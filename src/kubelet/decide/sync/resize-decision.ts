// SPDX-License-Identifier: Apache-2.0
import { isStatic } from '../../model/static-pod.js';
import type { Container, Resources } from '#pod/pod.js';
import { milliOf, wholeOf } from '#pod/quantity.js';
import type { DecisionInput } from './decision-input.js';
import type { ContainerToUpdate, ResizeActions } from './pod-actions.js';

/** Positive: grows. Negative: shrinks. 0: stays. */
export interface Resize {
  readonly update: ContainerToUpdate;
  readonly memory: number;
  readonly cpu: number;
  /** The container has to be restarted to get it. */
  readonly restart: boolean;
}

type Kind = 'memory' | 'cpu';
const amount = { memory: wholeOf, cpu: milliOf } as const;

/** How the resources of a running container differ from what it was given last. Undefined: they do not. */
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

/** The manifest of a pod from a file cannot change without its UID. */
function mayResize(pod: DecisionInput['pod'], { inPlaceResize }: DecisionInput['traits']): boolean {
  return inPlaceResize && !isStatic(pod);
}

interface Levels {
  readonly wanted: Resources | undefined;
  readonly given: Resources | undefined;
  readonly wantedPod: Resources | undefined;
  readonly givenPod: Resources | undefined;
}

/** The limit counts before the request. */
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

/** What shrinks comes first, and of that the one seen last. */
export function inPlace(resizes: readonly Resize[]): Pick<ResizeActions, 'memory' | 'cpu'> {
  const ordered = (kind: Kind): readonly ContainerToUpdate[] => {
    const shrinking = resizes.filter((resize) => resize[kind] < 0).toReversed();
    const growing = resizes.filter((resize) => resize[kind] > 0);
    return [...shrinking, ...growing].map(({ update }) => update);
  };
  return { memory: ordered('memory'), cpu: ordered('cpu') };
}

/** The pod as a whole was given other resources than it asks for now. */
export function podLevelChanged({
  pod,
  actuated,
  traits,
}: Pick<DecisionInput, 'pod' | 'actuated' | 'traits'>): boolean {
  if (!mayResize(pod, traits) || actuated.pod === undefined) return false;
  return differ(pod.spec.resources, actuated.pod);
}

/** A container that is about to start asks for something else than it was given before. */
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
