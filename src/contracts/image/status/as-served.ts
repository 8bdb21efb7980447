// SPDX-License-Identifier: Apache-2.0
import type { Image } from '#cri/proto/generated/messages.js';
import { parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { sameImage, withTag } from '../../occasions/image-names.js';
import {
  imageStatuses,
  isNamed,
  listedImages,
  servedOf,
  type ImageView,
  type ServedFacts,
} from '../../occasions/services/image-views.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const imageStatusAsServed: Contract = {
  id: 'image.status.as-served',
  level: 'must',
  since: '0.1.0',
  title: 'Status and list show an image as the registry serves it: id, names, size and user',
  reference: {
    source: 'CRI v1, Image; OCI image format, configuration; kubelet, image manager and runAsNonRoot',
    says: 'names are those under which it can be pulled, uid or username is the user of its configuration, never both',
  },
  consequence:
    'An image is not found or collected under a wrong name, and runAsNonRoot is decided by a wrong user.',
  covers: ['IMG-002', 'IMG-006', 'I5', 'I6'],
  check: (evidence) =>
    judgeEach(
      [...imageStatuses(evidence), ...listedImages(evidence)].flatMap((view) => {
        const served = servedOf(evidence, view);
        return served === undefined ? [] : [{ view, served }];
      }),
      'no image of our registry was shown',
      ({ view, served }) => {
        const wrong = [
          ...wrongNames(view, served),
          ...wrongFacts(view.image, served),
          ...wrongPin(view.image, served),
        ];
        return holds([view.call], wrong.length === 0, {
          expected: wrong.map((one) => one.expected).join('; '),
          actual: wrong.map((one) => one.actual).join('; '),
        });
      },
    ),
};

interface Wrong {
  readonly expected: string;
  readonly actual: string;
}

function wrongNames({ image, asked }: ImageView, served: ServedFacts): readonly Wrong[] {
  const { repo_tags: tags = [], repo_digests: digests = [] } = image;
  const repository = (served.tags[0] ?? '').replace(/:[^:/]*$/, '');
  const known = served.digests.map((digest) => `${repository}@${digest}`);
  const strange = [
    ...tags.filter((tag) => !served.tags.includes(tag)),
    ...digests.filter((digest) => !known.includes(digest)),
  ];
  const twice = tags.find((tag, at) => tags.indexOf(tag) !== at);
  return [
    ...(twice === undefined ? [] : [{ expected: 'each name once', actual: `${twice} twice` }]),
    ...(strange.length === 0
      ? []
      : [
          {
            expected: `names among ${known.join(', ')}, ${served.tags.join(', ')}`,
            actual: strange.join(', '),
          },
        ]),
    ...(digests.length > 0
      ? []
      : [{ expected: `a repo_digest of ${served.digests.join(' or ')}`, actual: 'none' }]),
    ...(asked === undefined || isNamed(image, asked)
      ? []
      : [{ expected: `the name ${withTag(asked)}`, actual: [...tags, ...digests].join(', ') }]),
  ];
}

/** Runtimes that we start take the image of sandboxes from our registry. */
const isPause = /\/pause:[^/]*$/;

/** Runtimes count compressed content, unpacked files, or both. */
const sizeFactor = 16n;
const sizeSpare = 1n << 20n;

function wrongFacts(image: Image, served: ServedFacts): readonly Wrong[] {
  const { id = '', size, spec } = image;
  const ids = [served.id, ...served.digests];
  const bytes = BigInt(served.bytes);
  const shown = parseInt64(size);
  const isPlausible = shown >= bytes / sizeFactor && shown <= bytes * sizeFactor + sizeSpare;
  const [user, expectedUser] = [userOf(image), userIn(served.user)];
  const named = spec?.image ?? '';
  return [
    ...(ids.some((one) => sameImage(one, id)) ? [] : [{ expected: `id ${served.id}`, actual: `id ${id}` }]),
    ...(isPlausible ? [] : [{ expected: `a size near ${bytes} bytes`, actual: `size ${shown}` }]),
    ...(user === expectedUser ? [] : [{ expected: expectedUser, actual: user }]),
    ...(named === '' || isNamed(image, named)
      ? []
      : [{ expected: 'a spec that names the image', actual: `spec ${named}` }]),
  ];
}

function wrongPin({ pinned = false }: Image, { tags }: ServedFacts): readonly Wrong[] {
  return pinned && !tags.some((tag) => isPause.test(tag))
    ? [{ expected: 'not pinned, as no pod needs it to start', actual: 'pinned' }]
    : [];
}

/** No user means root, as 0 does. */
function userOf({ uid, username = '' }: Image): string {
  const number = uid === undefined ? '' : (uid.value ?? '0');
  return `uid ${number === '' && username === '' ? '0' : number || 'none'}, username ${username || 'none'}`;
}

function userIn(configured: string): string {
  const [user = ''] = configured.split(':');
  return /^\d*$/.test(user) ? `uid ${user || '0'}, username none` : `uid none, username ${user}`;
}
