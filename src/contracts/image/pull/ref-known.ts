// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { isUndisturbed } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { nameOf, sameImage } from '../../occasions/image-names.js';
import { imageStatuses, servedAs } from '../../occasions/services/image-views.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { unexercised } from '../../verdict.js';

export const imagePullRefKnown: Contract = {
  id: 'image.pull.ref-known',
  level: 'must',
  since: '0.1.0',
  title: 'PullImage answers with the id of the image or a digest of it',
  reference: {
    source: 'CRI v1, PullImageResponse.image_ref; kubelet, pull records',
    says: 'the reference is the id of the image; runtimes before v1.36 may give a digest of it; a tag may move',
  },
  consequence: 'An empty reference is a failed pull; a wrong one breaks garbage collection.',
  covers: ['IMG-005', 'I1'],
  check: (evidence) =>
    judgeEach(evidence.answered('PullImage'), 'no image was pulled', (pull) => {
      const ref = pull.outcome.response.image_ref ?? '';
      if (ref === '') return holds([pull], false, { expected: 'an image_ref', actual: 'an empty one' });
      const { reads, known } = identities(evidence, pull);
      if (known.length === 0) return unexercised('no status was read after a pull');
      const isKnown = known.every((each) => each.some((name) => sameImage(name, ref)));
      return holds([pull, ...reads.slice(0, 1)], isKnown, {
        expected: `one of ${[...new Set(known.flat())].join(', ')}`,
        actual: ref,
      });
    }),
};

/** By what the image may be called, according to every status of it and to our registry. */
function identities(evidence: Evidence, pull: AnsweredCall<'PullImage'>) {
  const name = nameOf(pull.request.image);
  const views = imageStatuses(evidence).filter(
    ({ call, asked }) => asked === name && isUndisturbed(call, pull, evidence.of('RemoveImage')),
  );
  const served = servedAs(evidence, name);
  const path = name.replace(/@.*$/, '').replace(/:[^:/]*$/, '');
  const known = views.map(({ image }) => [image.id ?? '', ...(image.repo_digests ?? [])]);
  return {
    reads: views.map(({ call }) => call),
    known: [
      ...known,
      ...(served === undefined
        ? []
        : [[served.id, ...served.digests, ...served.digests.map((digest) => `${path}@${digest}`)]]),
    ],
  };
}
