// SPDX-License-Identifier: Apache-2.0
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { PlayResult } from '../../support/recordings/play/play.js';
import { complaints, playAll } from '../../support/recordings/play/play-all.js';
import { recordingsHere } from '../../support/recordings/recordings-here.js';
import { controlledReference } from '../../support/recordings/play/controlled-reference.js';

const recordings = recordingsHere();

describe('the calls of the real kubelet, on the reference runtime', () => {
  let plays: ReadonlyMap<string, Promise<PlayResult>>;
  // Together: most of the time is a pod's grace period.
  beforeAll(() => {
    plays = playAll(recordings, { runtimeFor: controlledReference, atOnce: 6 });
  });

  it.each([...recordings])(
    '%s',
    async (title, { version }) => {
      const played = await plays.get(title);
      if (played === undefined) throw new Error(title);
      const { notes } = played;
      const none = { differences: [], reads: [] };
      expect({ ...complaints(played, version), notes }).toEqual({ ...none, notes });
    },
    300_000,
  );
});
