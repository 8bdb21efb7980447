// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it, jest } from '@jest/globals';
import pLimit from 'p-limit';
import { answerWith } from '../support/forging-proxy/rewriting.js';
import { AttackBench } from '../support/forging-proxy/attack-bench.js';
import {
  cleanup,
  compare,
  doctor,
  gate,
  play,
  run,
  wholeRun,
  type AttackCommand,
} from '../support/forging-proxy/attack-commands.js';
import { allForgeries, withNames, type Forgery } from '../support/forging-proxy/forgeries.js';

/** Everything with everything takes a quarter of an hour: that is for CI. */
const all = process.env['CRIPROBE_ATTACKS'] === 'all';
// Most of the time they wait; more at once would make them slow, and a command is to end in time.
const atOnce = pLimit(8);
jest.setTimeout(3_600_000);
/** Seconds for a command that nothing keeps from its end: enough on any machine. */
const unhurried = 600;

/** No pod, container, image, file or server of somebody else is touched, and the command ends as it should. */
function holds(forgery: Forgery, attacked: AttackCommand): Promise<void> {
  return atOnce(async () => {
    await using at = await AttackBench.open();
    await attacked(at, forgery);
    expect(await at.harm()).toEqual([]);
    expect(await at.leftAfterCleanup()).toEqual([]);
    expect(await at.harm()).toEqual([]);
  });
}

const ids = /^(no-filters|inverted-filters|foreign-ids|our-uid-on-foreign|evil-ids)/;
const besides =
  /^(evil-log-path: behind a link|evil-log-path: the log is a link to a dir|hang-after|huge: refusals|huge: 16 MB|ours-hidden)/;
const ofOthers = withNames(/^(no-filters|inverted-filters|foreign-ids|our-uid-on-foreign)/);
const wholly = withNames(
  /^(no-filters|inverted-filters|foreign-ids-everywhere|foreign-ids-for-creations|huge: (?:lists of 14 MB, all of them read|texts of 1 MB))$/,
);
const some = withNames(new RegExp(`${ids.source}|${besides.source}`));

describe.each([
  { name: 'run', attacked: run(8), forgeries: allForgeries },
  { name: 'play', attacked: play(12), forgeries: some },
  { name: 'doctor --try-pod', attacked: doctor, forgeries: some },
  // Of a run that was killed, lists are all that is known.
  { name: 'cleanup', attacked: cleanup, forgeries: some.filter(({ name }) => name !== 'ours-hidden') },
  { name: 'gate', attacked: gate(8), forgeries: ofOthers },
  { name: 'compare', attacked: compare(8), forgeries: ofOthers },
  { name: 'a whole run', attacked: wholeRun(40), forgeries: wholly },
])('$name', ({ name, attacked, forgeries }) => {
  it.concurrent.each(all && name !== 'cleanup' ? allForgeries : forgeries)('does no harm: $name', (forgery) =>
    holds(forgery, attacked),
  );
});

/** A foreign id for the first creation, which belongs to no scenario. */
const foreignAtFirst: Forgery = {
  name: 'a foreign id for the first creation',
  forger: ({ world }) => ({
    unary: async (call, ask) => {
      const answer = await ask();
      if (call.method !== 'RunPodSandbox' || call.nthOfMethod > 1) return answer;
      return answerWith(call, { pod_sandbox_id: world.ids.of('sandbox')[0] });
    },
  }),
  scenarios: 'scenario:pod.happy-path',
};

it.concurrent.each([
  { name: 'run', attacked: run(unhurried) },
  { name: 'play', attacked: play(unhurried) },
  { name: 'gate', attacked: gate(unhurried) },
  { name: 'compare', attacked: compare(unhurried) },
])('a foreign id that only the trial pod got is no success: $name', ({ attacked }) =>
  atOnce(async () => {
    await using at = await AttackBench.open();
    await attacked(at, foreignAtFirst);
    expect(at.ends.map(({ exit }) => exit)).toEqual([1]);
    expect(at.ends[0]?.stdout).toContain('THE RUNTIME MIXES UP OBJECTS');
    expect(await at.harm()).toEqual([]);
  }),
);

it.concurrent('an honest proxy changes nothing of a run', () =>
  atOnce(async () => {
    await using at = await AttackBench.open();
    await wholeRun(unhurried)(at, { name: 'none', forger: () => ({}), scenarios: '' });
    expect(at.ends.map(({ exit }) => exit)).toEqual([0]);
    expect(await at.harm()).toEqual([]);
    expect(await at.leftAfterCleanup()).toEqual([]);
  }),
);
