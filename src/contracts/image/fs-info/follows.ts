// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall } from '#evidence/call.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds } from '../../judging/judging.js';
import { diskUsage, isPrivate, type DiskUsage } from '../../occasions/stats/disk-usage.js';
import { unexercised } from '../../verdict.js';

export const imageFsInfoFollows: Contract = {
  id: 'image.fs-info.follows',
  level: 'must',
  since: '0.1.0',
  title: 'ImageFsInfo follows what is pulled',
  reference: {
    source: 'CRI v1, FilesystemUsage.used_bytes and timestamp; kubelet, image garbage collection',
    says: 'the usage is measured again and again, at least every ten seconds',
  },
  consequence: 'The kubelet sees an empty disk until it is full, or collects images for ever.',
  covers: ['IMG-016'],
  check: (evidence) => {
    const reads = evidence.answered('ImageFsInfo');
    const [first, last] = [reads[0], reads.at(-1)];
    const pulls = evidence.answered('PullImage').filter((pull) => first && beganAfter(pull, first));
    if (pulls.length < 2 || first === undefined || last === undefined)
      return unexercised('the usage was not read before and after two pulls');
    const usages = reads.map(usageOf);
    const isFrozen = new Set(usages.map(({ bytes, inodes }) => `${bytes} ${inodes}`)).size === 1;
    if (isFrozen && pulls.some((pull) => last.beganMs < pull.endedMs + settledMs))
      return unexercised('the usage was not read long after two pulls');
    const [early, late] = [usageOf(first), usageOf(last)];
    const hasAdvanced = late.time > early.time;
    const isSmall = !isPrivate(evidence) || isSmallGrowth(early, late);
    return holds([first, ...pulls, last], !isFrozen && hasAdvanced && late.bytes > 0n && isSmall, {
      expected: 'usage above 0 that changes with the pulls, by the size of small images, and a later time',
      actual: `${early.bytes} bytes and ${early.inodes} inodes at ${early.time}, then ${late.bytes} bytes and ${late.inodes} inodes at ${late.time}`,
    });
  },
};

/** containerd measures every 10 s. */
const settledMs = 12_000;

/** All images of this suite together have less than a mebibyte, in a few hundred files. */
const mostBytes = 8n << 20n;
const mostInodes = 5_000n;

function isSmallGrowth(early: DiskUsage, late: DiskUsage): boolean {
  return late.bytes <= early.bytes + mostBytes && late.inodes <= early.inodes + mostInodes;
}

const usageOf = ({ outcome }: AnsweredCall<'ImageFsInfo'>): DiskUsage =>
  diskUsage(outcome.response.image_filesystems?.[0]);
