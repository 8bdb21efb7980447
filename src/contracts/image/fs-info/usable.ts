// SPDX-License-Identifier: Apache-2.0
import type { FilesystemUsage } from '#cri/proto/generated/messages.js';
import { isAnswered, type AnsweredCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';
import { diskUsage, isPrivate } from '../../occasions/stats/disk-usage.js';

export const imageFsInfoUsable: Contract = {
  id: 'image.fs-info.usable',
  level: 'must',
  since: '0.1.0',
  title: 'ImageFsInfo names file systems with a directory of the node, used bytes and a time',
  reference: {
    source: 'CRI v1, FilesystemUsage; kubelet, CRI stats provider and cAdvisor stats provider',
    says: 'image garbage collection and disk eviction use the first entry; behind run/crio/crio.sock the containers have one, too',
  },
  consequence: 'The disk fills up; without used_bytes the kubelet crashes.',
  covers: ['IMG-016', 'IMG-017', 'IMG-018', 'M6'],
  check: (evidence) =>
    judgeEach(evidence.of('ImageFsInfo'), 'ImageFsInfo was not called', (call) => {
      if (!isAnswered(call)) return mustSucceed(call, 'ImageFsInfo');
      const { image_filesystems: images = [], container_filesystems: containers = [] } =
        call.outcome.response;
      const missing = [
        ...(images.length === 0 ? ['no image file system'] : []),
        ...(containers.length === 0 && isCrio(evidence) ? ['no file system of containers'] : []),
      ];
      const wrong = [
        ...missing,
        ...unlike(images, containers),
        ...[...images, ...containers].flatMap((usage) => faultsOf(evidence, call, usage)),
      ];
      return holds([call], wrong.length === 0, {
        expected: 'file systems with a mount point of this node, used_bytes and the time of the reading',
        actual: wrong.join('; '),
      });
    }),
};

/** What a CRI-O that we start does not tell, it does not tell behind its usual socket either. */
const isCrio = ({ header: { target } }: Evidence): boolean =>
  target.endpoint.endsWith('/run/crio/crio.sock') || target.name === 'cri-o';

/** A file system in both lists is measured once. */
function unlike(
  images: readonly FilesystemUsage[],
  containers: readonly FilesystemUsage[],
): readonly string[] {
  return images.flatMap((image) => {
    const same = containers.find((each) => each.fs_id?.mountpoint === image.fs_id?.mountpoint);
    return same === undefined || numbersOf(same) === numbersOf(image)
      ? []
      : [`${image.fs_id?.mountpoint ?? ''} has ${numbersOf(image)} and ${numbersOf(same)}`];
  });
}

function numbersOf(usage: FilesystemUsage): string {
  const { bytes, inodes } = diskUsage(usage);
  return `${bytes} bytes in ${inodes} files`;
}

const nsPerS = 1_000_000_000n;
/** A runtime may measure in the background, and its clock may be adjusted meanwhile. */
const oldNs = 600n * nsPerS;
const earlyNs = 5n * nsPerS;

function faultsOf(
  evidence: Evidence,
  call: AnsweredCall<'ImageFsInfo'>,
  usage: FilesystemUsage,
): readonly string[] {
  const time = parseInt64(usage.timestamp);
  const isInTime =
    time >= evidence.wallClockNs(call.beganMs) - oldNs &&
    time <= evidence.wallClockNs(call.endedMs) + earlyNs;
  return [...placeFaults(evidence, usage), ...(isInTime ? [] : [`timestamp ${time}`])];
}

function placeFaults(evidence: Evidence, usage: FilesystemUsage): readonly string[] {
  const mountpoint = usage.fs_id?.mountpoint ?? '';
  if (!mountpoint.startsWith('/')) return [`mount point ${JSON.stringify(mountpoint)}`];
  if (usage.used_bytes === undefined) return ['no used_bytes'];
  const { bytes, inodes } = diskUsage(usage);
  if (usage.inodes_used !== undefined && inodes === 0n && bytes > 0n) return [`${bytes} bytes in no file`];
  return nodeFaults(evidence, mountpoint, bytes);
}

/** What the node shows of the place. */
function nodeFaults(evidence: Evidence, mountpoint: string, bytes: bigint): readonly string[] {
  const looks = evidence.observed('filesystem').map(({ facts }) => facts);
  const seen = looks.find((facts) => facts.mountpoint === mountpoint);
  const isElsewhere = seen === undefined ? looks.length > 0 : !seen.exists;
  if (isElsewhere && isPrivate(evidence)) return [`${mountpoint} is not in a directory of this runtime`];
  return seen?.exists === true && bytes > BigInt(seen.capacityBytes)
    ? [`${bytes} bytes used on a file system of ${seen.capacityBytes}`]
    : [];
}
