// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isRefused, type RecordedCall } from '#evidence/call.js';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import { statusViews, type ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { nameOf, sameImage } from '../../occasions/image-names.js';
import { knownBefore, isNamed } from '../../occasions/services/image-views.js';
import { isRunningAt } from '../../occasions/occasions.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';
import { textOf } from '../../judging/unchanged.js';
import type { Verdict } from '../../verdict.js';

export const imageRemoveInUseHarmless: Contract = {
  id: 'image.remove.in-use-harmless',
  level: 'must',
  since: '0.1.0',
  title: 'A container goes on and can be read after RemoveImage of its image, refused or not',
  reference: {
    source: 'CRI v1, RPC RemoveImage, ContainerStatus',
    says: 'whether an image in use can be removed is open; the containers made from it are not its business',
  },
  consequence: 'A running pod can no longer be read, and the kubelet restarts or loses its containers.',
  covers: ['IMG-013', 'I8'],
  check: (evidence) =>
    judgeEach(readsAfter(evidence), 'no image of a running container was removed', (after) => judged(after)),
};

interface ReadAfter {
  readonly life: ContainerHistory;
  readonly remove: RecordedCall<'RemoveImage'>;
  readonly read: RecordedCall<'ContainerStatus'> | RecordedCall<'ExecSync'> | RecordedCall<'ImageStatus'>;
}

function readsAfter(evidence: Evidence): readonly ReadAfter[] {
  return evidence.of('RemoveImage').flatMap((remove) =>
    evidence
      .containers()
      .filter((life) => isOf(evidence, life, remove))
      .flatMap((life) => {
        const reads = [...life.statuses, ...life.execs].filter(
          (read) => beganAfter(read, remove) && isRunningAt(life, read),
        );
        const found = isRefused(remove) ? imageReads(evidence, remove) : [];
        return [...reads, ...found].map((read) => ({ life, remove, read }));
      }),
  );
}

function isOf(evidence: Evidence, life: ContainerHistory, remove: RecordedCall<'RemoveImage'>): boolean {
  const name = nameOf(remove.request.image);
  const image = knownBefore(evidence, name, remove);
  const { image: spec } = life.config;
  return [nameOf(spec), spec?.user_specified_image ?? ''].some(
    (each) => each !== '' && (sameImage(each, name) || (image !== undefined && isNamed(image, each))),
  );
}

/** A refused removal removes nothing. */
function imageReads(
  evidence: Evidence,
  remove: RecordedCall<'RemoveImage'>,
): readonly RecordedCall<'ImageStatus'>[] {
  return evidence
    .of('ImageStatus')
    .filter(
      (read) =>
        beganAfter(read, remove) &&
        nameOf(read.request.image) === nameOf(remove.request.image) &&
        evidence
          .answered('RemoveImage')
          .every((other) => beganAfter(other, read) || beganAfter(remove, other)),
    );
}

function judged({ life, remove, read }: ReadAfter): Verdict {
  if (read.rpc === 'ExecSync') return mustSucceed(read, 'ExecSync');
  if (read.rpc === 'ImageStatus') return stillThere(remove, read);
  if (!isAnswered(read)) return mustSucceed(read, 'ContainerStatus after RemoveImage');
  const shown = read.outcome.response.status ?? {};
  return holds([remove, read], isWhole(shown) && hasSameId(life, shown), {
    expected: 'CONTAINER_RUNNING, with the image it was made from',
    actual: textOf(shown, ['state', 'image', 'image_ref', 'image_id']),
  });
}

const isWhole = ({ state, image, image_ref: ref = '' }: ContainerStatus): boolean =>
  state === 'CONTAINER_RUNNING' && (image?.image ?? '') !== '' && ref !== '';

/** As in its first status; runtimes of before v1.30 have none. */
function hasSameId(life: ContainerHistory, { image_id: id = '' }: ContainerStatus): boolean {
  const first = statusViews(life).find(({ status }) => (status.image_id ?? '') !== '')?.status.image_id;
  return id === '' || first === undefined || sameImage(id, first);
}

function stillThere(remove: RecordedCall, read: RecordedCall<'ImageStatus'>): Verdict {
  if (!isAnswered(read)) return mustSucceed(read, 'ImageStatus');
  return holds([remove, read], read.outcome.response.image !== undefined, {
    expected: 'the image, for its removal was refused',
    actual: 'OK without an image',
  });
}
