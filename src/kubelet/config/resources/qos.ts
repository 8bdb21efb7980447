// SPDX-License-Identifier: Apache-2.0
import type { Container, Pod, ResourceList, Resources } from '#pod/pod.js';
import { milliOf, wholeOf } from '#pod/quantity.js';

export type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

/** pkg/api/v1/pod/util.go, VisitContainers: init and regular containers. */
export function allContainers(pod: Pod): readonly Container[] {
  return [...(pod.spec.initContainers ?? []), ...pod.spec.containers];
}

/** pkg/apis/core/v1/helper/qos/qos.go, ComputePodQOS. */
export function qosClass(pod: Pod): QosClass {
  const whole = podLevel(pod);
  const lists = whole ? [whole] : allContainers(pod).map(({ resources }) => resources ?? {});
  if (lists.every(asksNothing)) return 'BestEffort';
  return lists.every(isGuaranteed) ? 'Guaranteed' : 'Burstable';
}

/** component-helpers/resource/helpers.go, IsPodLevelResourcesSet: the pod-level resources, if any are set. */
export function podLevel({ spec }: Pod): Resources | undefined {
  const { requests = {}, limits = {} } = spec.resources ?? {};
  const names = [...Object.keys(requests), ...Object.keys(limits)];
  return names.length > 0 ? { requests, limits } : undefined;
}

function asksNothing({ requests = {}, limits = {} }: Resources): boolean {
  return ['cpu', 'memory'].every((name) => !wholeOf(requests[name]) && !wholeOf(limits[name]));
}

function isGuaranteed({ requests = {}, limits = {} }: Resources): boolean {
  return (
    isPositiveAndEqual(milliOf(requests['cpu']), milliOf(limits['cpu'])) &&
    isPositiveAndEqual(wholeOf(requests['memory']), wholeOf(limits['memory']))
  );
}

function isPositiveAndEqual(request: number | undefined, limit: number | undefined): boolean {
  return limit !== undefined && limit > 0 && request === limit;
}

/**
 * component-helpers/resource/helpers.go, PodRequests and PodLimits: the sum over the containers, sidecars and
 * the peak of initialization included.
 */
export function podTotal(
  pod: Pod,
  list: 'requests' | 'limits',
  amount: (list: ResourceList) => number | undefined,
): number {
  const of = (container: Container): number => amount(container.resources?.[list] ?? {}) ?? 0;
  let sidecars = 0;
  let peak = 0;
  for (const init of pod.spec.initContainers ?? []) {
    if (init.restartPolicy === 'Always') sidecars += of(init);
    peak = Math.max(peak, init.restartPolicy === 'Always' ? sidecars : sidecars + of(init));
  }
  const running = pod.spec.containers.reduce((sum, container) => sum + of(container), sidecars);
  return Math.max(running, peak);
}
