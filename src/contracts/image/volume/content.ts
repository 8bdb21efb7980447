// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import type { Mount } from '#cri/proto/generated/messages.js';
import type { Evidence } from '#evidence/evidence.js';
import { boxImage, boxImageMark } from '#guest/box-images.js';
import type { Statement } from '#guest/statement.js';
import { viewsBy, type InsideView } from '../../occasions/inside/inside.js';

export const imageVolumeContent: Contract = {
  id: 'image.volume.content',
  level: 'must',
  since: '0.1.0',
  title: 'An image volume has the files of its image, from the requested path on',
  reference: {
    source: 'CRI v1, Mount.image and image_sub_path',
    says: 'the image, or a directory of it, is mounted at the container path',
  },
  consequence: 'Programs find no model or data in a volume that says it has them, or those of another image.',
  covers: ['CTR-011'],
  check: (evidence) =>
    judgeEach(marksSeen(evidence), 'no program showed the name in an image volume', ({ seen, expected }) =>
      holds(seen.calls, seen.output === `${expected}\n`, {
        expected: `${seen.statement.path}: ${expected}`,
        actual: seen.output === '' ? 'no such file' : seen.output,
      }),
    ),
};

interface SeenMark {
  readonly seen: InsideView<Statement<'cat'>>;
  readonly expected: string;
}

/** Each image of ours contains its own name. */
function marksSeen(evidence: Evidence): readonly SeenMark[] {
  return viewsBy(evidence, 'cat').flatMap((seen) => {
    const mount = seen.life.config.mounts?.find((each) => markIn(each) === seen.statement.path);
    const name = boxImage(mount?.image?.user_specified_image ?? '');
    return name === undefined ? [] : [{ seen, expected: name }];
  });
}

/** Where the name is inside; undefined: not in this mount. */
function markIn({ container_path: at = '', image, image_sub_path: sub = '' }: Mount): string | undefined {
  const below = sub === '' ? '' : `/${sub.replace(/^\/+|\/+$/g, '')}`;
  if (image === undefined || !boxImageMark.startsWith(`${below}/`)) return undefined;
  return `${at}${boxImageMark.slice(below.length)}`;
}
