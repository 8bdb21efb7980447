// SPDX-License-Identifier: Apache-2.0
import { containerComplaints } from './container-complaints.js';
import { eachContainer } from './each-container.js';
import { complaintsOf, type ManifestProblem } from './manifest-place.js';
import type { Pod } from './pod.js';
import { podSchema } from './schema/pod-schema.js';
import { specComplaints } from './spec-complaints.js';

/** Everything for which the API server or a kubelet would refuse a Pod; empty if it is valid. */
export function podComplaints(value: unknown): readonly ManifestProblem[] {
  const shape = complaintsOf(podSchema, value);
  if (shape.length > 0) return shape;
  const pod = value as Pod;
  return [
    ...specComplaints(pod),
    ...eachContainer(pod).flatMap((placed) => containerComplaints(placed, pod)),
  ];
}
