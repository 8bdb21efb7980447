// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { withPodLevelRequests } from '#kubelet/config/resources/pod-level-requests.js';
import { qosClass } from '#kubelet/config/resources/qos.js';
import type { Resources } from '#pod/pod.js';

const limits = { cpu: '1', memory: '1Gi' };

describe('what a pod asks for as a whole', () => {
  it.each<readonly [string, Resources, Resources, Resources, string]>([
    ['its limits', { limits }, {}, { limits, requests: limits }, 'Guaranteed'],
    [
      'what its containers ask for, where they do',
      { limits },
      { requests: { cpu: '250m' } },
      { limits, requests: { cpu: '250m', memory: '1Gi' } },
      'Burstable',
    ],
    [
      'what it says itself',
      { limits, requests: { memory: 5 } },
      { requests: { memory: 7 } },
      { limits, requests: { cpu: '1', memory: 5 } },
      'Burstable',
    ],
    ['nothing without limits', { requests: { cpu: 1 } }, {}, { requests: { cpu: 1 } }, 'Burstable'],
  ])('%s', (...[, ofPod, ofContainer, expected, qos]) => {
    const containers = [{ name: 'a', image: 'x', resources: ofContainer }];
    const found = withPodLevelRequests({ metadata: { name: 'p' }, spec: { containers, resources: ofPod } });
    expect(found.spec.resources).toEqual(expected);
    expect(qosClass(found)).toBe(qos);
  });
});
