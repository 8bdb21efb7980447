// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';

export const imageFsInfoUsable: Contract = {
  id: 'image.fs-info.usable',
  level: 'must',
  since: '0.1.0',
  title: 'ImageFsInfo names a file system with a mount point, used bytes and a time',
  reference: {
    source: 'CRI v1, FilesystemUsage; kubelet, CRI stats provider',
    says: 'image garbage collection and disk eviction use the first entry',
  },
  consequence: 'The disk fills up; without used_bytes the kubelet crashes.',
  covers: ['IMG-016', 'IMG-017', 'IMG-018', 'M6'],
  check: (evidence) =>
    judgeEach(evidence.of('ImageFsInfo'), 'ImageFsInfo was not called', (call) => {
      if (!isAnswered(call)) return mustSucceed(call, 'ImageFsInfo');
      const [first] = call.outcome.response.image_filesystems ?? [];
      const ok =
        first?.used_bytes !== undefined &&
        parseInt64(first.timestamp) > 0n &&
        (first.fs_id?.mountpoint ?? '').startsWith('/');
      return holds([call], ok, {
        expected: 'fs_id.mountpoint, used_bytes and timestamp in the first entry',
        actual: JSON.stringify(first ?? null),
      });
    }),
};
