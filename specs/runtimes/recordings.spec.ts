// SPDX-License-Identifier: Apache-2.0
import { existsSync, rmdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Played } from '../support/recordings/play.js';
import { complaints, playAll } from '../support/recordings/play-all.js';
import { absentAtFirst } from '../support/recordings/recorded-images.js';
import type { Recording } from '../support/recordings/recording.js';
import { recordingsHere } from '../support/recordings/recordings-here.js';
import type { Stage } from '../support/recordings/stage.js';
import { census, leftSince } from './support/census.js';
import { hasBusybox } from './support/busybox-images.js';
import { privateContainerd, type PrivateContainerd } from './support/containerd-stage.js';
import { containerds, skipRuntimes } from './support/runtimes-here.js';

jest.setTimeout(600_000);

/** Of a recorded pod, on this very node. */
const hostPath = '/srv/hp';
const recordings = recordingsHere();

/** As the recordings were made. */
function seriesOf(title: string): string {
  const [, minor] = /(?:^| )(1\.\d+)\//.exec(title) ?? [];
  if (minor === '1.20') return '1.6';
  return minor === '1.32' || minor === '1.37' ? '1.7' : '2.1';
}

const declare = skipRuntimes ? describe.skip : describe;

declare.each(containerds.filter(({ series }) => series !== '2.4'))(
  'the calls of the real kubelet, on containerd $series',
  ({ series, spec }) => {
    const ours = new Map([...recordings].filter(([title]) => seriesOf(title) === series));
    const hadHostPath = existsSync(hostPath);
    let containerd: PrivateContainerd | undefined;
    let plays: ReadonlyMap<string, Promise<Played>> = new Map();
    let before: ReadonlySet<string>;

    beforeAll(async () => {
      if (spec === undefined || !hasBusybox)
        throw new Error(`containerd ${series} or busybox is not set up: run .ci/setup-runtimes`);
      before = census();
      const started = await privateContainerd(spec);
      containerd = started;
      const stageFor = (recording: Recording): Promise<Stage> => started.stageFor(recording);
      plays = playAll(ours, { stageFor, atOnce: 4, isAlone: isDisturbing });
    });
    afterAll(async () => {
      await Promise.allSettled(plays.values());
      await containerd?.close();
      if (!hadHostPath && existsSync(hostPath)) rmdirSync(hostPath);
      expect(await leftSince(before)).toEqual([]);
    });

    it.each([...ours])('%s', async (title, { version }) => {
      const played = await plays.get(title);
      if (played === undefined) throw new Error(title);
      const { notes } = played;
      const none = { differences: [], reads: [] };
      expect({ ...complaints(played, version), notes }).toEqual({ ...none, notes });
    });
  },
);

/** Takes the daemon, or the image of all, away. */
function isDisturbing(recording: Recording): boolean {
  const ends = recording.lines.some((line) => 'mark' in line && line.mark.startsWith('runtime '));
  return ends || absentAtFirst(recording).some((image) => image.endsWith('/box:1'));
}
