// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { nameOf } from './image-names.js';

/** Faults of our registry that leave nothing to run, however often the pull is repeated. */
const faults = ['401', '404', '429', '500', 'truncated', 'wrong-digest'];

/** Pulls of images that our registry serves to nobody. */
export function failingPulls(evidence: Evidence): readonly RecordedCall<'PullImage'>[] {
  return evidence
    .of('PullImage')
    .filter(({ request }) => faults.some((fault) => nameOf(request.image).includes(`/faults/${fault}/`)));
}
