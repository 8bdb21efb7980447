// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { RegistryRequestsObservation } from '#evidence/observation.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { nameOf } from '../../occasions/image-names.js';

export const imagePullAsksRegistry: Contract = {
  id: 'image.pull.asks-registry',
  level: 'must',
  since: '0.1.0',
  title: 'PullImage of a tag asks the registry for its manifest, also if the image is there already',
  reference: {
    source: 'Kubernetes, imagePullPolicy Always',
    says: 'the name is resolved to a digest by the registry whenever a container is started',
  },
  consequence: 'A tag that moved stays old, and who has no credentials uses the images of others.',
  covers: ['IMG-008'],
  check: (evidence) =>
    judgeEach(pulls(evidence), 'no tag of our registry was pulled', ({ pull, manifests }) =>
      holds([pull], manifests > 0, {
        expected: `${nameOf(pull.request.image)}: a request for its manifest at the registry`,
        actual: 'OK without any',
      }),
    ),
};

interface Seen {
  readonly pull: RecordedCall<'PullImage'>;
  readonly manifests: number;
}

/** Pulls that succeeded, with what was observed at the end of each. */
function pulls(evidence: Evidence): readonly Seen[] {
  return evidence.observed('registry-requests').flatMap((seen) => {
    const pull = pullOf(evidence, seen);
    return pull === undefined ? [] : [{ pull, manifests: seen.facts.manifests }];
  });
}

function pullOf(
  evidence: Evidence,
  { atMs, facts: { reference } }: RegistryRequestsObservation,
): RecordedCall<'PullImage'> | undefined {
  return evidence
    .answered('PullImage')
    .filter(({ request, endedMs }) => nameOf(request.image) === reference && endedMs <= atMs)
    .sort((one, other) => one.endedMs - other.endedMs)
    .at(-1);
}
