// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { diskUsage } from '../../occasions/stats/disk-usage.js';
import { isQuietSince } from '../../occasions/stats/sample-pairs.js';
import { statementsOf } from '../../occasions/outages.js';
import { runningSamples, type ContainerSample } from '../../occasions/stats/stats-samples.js';

export const statsContainerFiles: Contract = {
  id: 'stats.container.files',
  level: 'must',
  since: '0.1.0',
  title: 'The usage of a writable layer is that of the files which the program wrote',
  reference: {
    source:
      'CRI v1, FilesystemUsage of ContainerStats.writable_layer; kubelet, eviction by ephemeral storage',
    says: 'the kubelet adds it to the logs, and evicts a pod that is above its limit',
  },
  consequence: 'A pod fills the disk of the node and nobody sees it, or is evicted for files of others.',
  covers: ['STS-007'],
  check: (evidence) =>
    judgeEach(
      measuredSince(evidence),
      'no writable layer was measured after a program had written files into it',
      ({ call, life, stats }) => {
        const { bytes, files } = writtenBy(life);
        const told = diskUsage(stats.writable_layer);
        const isRight =
          told.bytes >= bytes &&
          told.inodes >= files &&
          told.bytes <= bytes * 16n + slackBytes &&
          told.inodes <= files * 16n + slackFiles;
        return holds([life.create, call], isRight, {
          expected: `used_bytes and inodes_used of ${files} files with ${bytes} bytes, and of mount points`,
          actual: `${told.bytes} bytes, ${told.inodes} inodes`,
        });
      },
    ),
};

/** Blocks of the file system, and what a runtime makes for mounts. */
const slackBytes = 1n << 20n;
const slackFiles = 256n;

/** Samples of a layer that was measured after its program had said that it has written. */
function measuredSince(evidence: Evidence): readonly ContainerSample[] {
  return runningSamples(evidence).filter(({ life, call, stats }) => {
    if (writtenBy(life).files === 0n || !isQuietSince(evidence, life, call)) return false;
    const { time } = diskUsage(stats.writable_layer);
    return time > 0n && time >= evidence.wallClockNs(saidAt(evidence, life));
  });
}

/** When its line was seen; isQuietSince has made sure that it was. */
function saidAt(evidence: Evidence, { name }: ContainerHistory): number {
  const waits = evidence.steps('wait-for-log').filter(({ parameters }) => parameters.container === name);
  return waits.reduce((last, { endedMs = 0 }) => Math.max(last, endedMs), 0);
}

/** What runtimes mount unasked. */
const alwaysMounts = ['/dev', '/proc', '/run', '/sys'];

/** Only a program that writes each file once. */
function writtenBy(life: ContainerHistory): { readonly bytes: bigint; readonly files: bigint } {
  const puts = statementsOf(life).flatMap((statement) => (statement.do === 'put' ? [statement] : []));
  const asked = (life.config.mounts ?? []).map(({ container_path: path = '' }) => path);
  const mounts = [...alwaysMounts, ...asked];
  const own = puts.filter(({ path }) => !mounts.some((mount) => `${path}/`.startsWith(`${mount}/`)));
  const isSure = new Set(own.map(({ path }) => path)).size === own.length;
  // A line ends with a line feed.
  const bytes = own.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 1, 0);
  return isSure ? { bytes: BigInt(bytes), files: BigInt(own.length) } : { bytes: 0n, files: 0n };
}
