// SPDX-License-Identifier: Apache-2.0
import { existsSync, rmdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { PlayResult } from '../support/recordings/play/play.js';
import { complaints, playAll } from '../support/recordings/play/play-all.js';
import { absentAtFirst } from '../support/recordings/play/recorded-images.js';
import type { Recording } from '../support/recordings/recording.js';
import { recordingsHere } from '../support/recordings/recordings-here.js';
import type { ControlledRuntime } from '../support/recordings/play/controlled-runtime.js';
import { hasBusybox } from './support/busybox-images.js';
import { privateContainerd, type PrivateContainerd } from './support/controlled-containerd.js';
import { leavesNothing } from './support/leaves-nothing.js';
import { containerds, skipRuntimes, specOf, type RuntimeHere } from './support/runtimes-here.js';

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

const series = containerds.filter((here) => here.series !== '2.4');

/** Of one series, or of all. */
function recordingsOf(
  here: RuntimeHere | undefined,
  wanted: (recording: Recording) => boolean,
): ReadonlyMap<string, Recording> {
  const isOf = (title: string): boolean => here === undefined || seriesOf(title) === here.series;
  return new Map([...recordings].filter(([title, recording]) => isOf(title) && wanted(recording)));
}

(skipRuntimes ? describe.skip : describe)('the calls of the real kubelet', () => {
  describe('played on all of them', () => {
    const hadHostPath = existsSync(hostPath);
    const containerds = new Map<string, PrivateContainerd>();
    const plays = new Map<string, Promise<PlayResult>>();

    beforeAll(async () => {
      if (!hasBusybox) throw new Error('busybox is not set up: run .ci/setup-runtimes');
      await Promise.all(
        series.map(async (here) => containerds.set(here.series, await privateContainerd(specOf(here)))),
      );
      const harmless = recordingsOf(undefined, (recording) => !isDisturbing(recording));
      await Promise.all(series.map((here) => begin(recordingsOf(here, isDisturbing), 1)));
      void begin(harmless, 4);
    });
    /** Resolves when all are over, however. */
    const begin = (some: ReadonlyMap<string, Recording>, atOnce: number): Promise<unknown> => {
      const begun = playAll(some, { runtimeFor, atOnce });
      for (const [title, played] of begun) plays.set(title, played);
      return Promise.allSettled(begun.values());
    };
    const titles = new Map([...recordings].map(([title, recording]) => [recording, title]));
    const runtimeFor = (recording: Recording): Promise<ControlledRuntime> => {
      const containerd = containerds.get(seriesOf(titles.get(recording) ?? ''));
      if (containerd === undefined) throw new Error(`nothing to play ${recording.name} on`);
      return containerd.runtimeFor(recording);
    };
    afterAll(async () => {
      await Promise.allSettled(plays.values());
      await Promise.all([...containerds.values()].map((containerd) => containerd.close()));
      if (!hadHostPath && existsSync(hostPath)) rmdirSync(hostPath);
    });

    describe.each(series)('$name', (here) => {
      it.each([...recordingsOf(here, () => true)])('%s', async (title, { version }) => {
        const played = await plays.get(title);
        if (played === undefined) throw new Error(title);
        const { notes } = played;
        const none = { differences: [], reads: [] };
        expect({ ...complaints(played, version), notes }).toEqual({ ...none, notes });
      });
    });
  });

  leavesNothing();
});

/** Takes the daemon, or the image of all, away. */
function isDisturbing(recording: Recording): boolean {
  const ends = recording.lines.some((line) => 'mark' in line && line.mark.startsWith('runtime '));
  return ends || absentAtFirst(recording).some((image) => image.endsWith('/box:1'));
}
