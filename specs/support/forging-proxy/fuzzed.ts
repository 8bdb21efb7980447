// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';
import { ofRuns } from '#app/run/catalogue.js';
import { AttackBench } from './attack-bench.js';
import { mutating, planOf } from './mutate.js';
import { Prng } from './prng.js';

const driveSeconds = 6;
/** Ending takes ten seconds, cleaning up ten more; the rest is for a slow machine. */
const graceSeconds = 45;
/** After this many lists in a row without an object of ours, it counts as gone. */
const looks = 2;

/** Those of `daemon.` need a daemon that stops and starts. */
const playable = ofRuns.scenarios.map(({ id }) => id).filter((id) => !id.startsWith('daemon.'));

export interface FuzzResult {
  /** Empty if all is well; otherwise what went wrong. */
  readonly harm: readonly string[];
  readonly left: readonly string[];
  /** The command that repeats it, and what it does. */
  readonly replay: string;
}

/** Runs a few scenarios on a runtime whose answers are mutated by the seed. */
export async function fuzzed(seed: number): Promise<FuzzResult> {
  await using at = await AttackBench.open();
  const only = new Prng(`scenarios ${seed}`)
    .sample(playable, 5)
    .map((id) => `scenario:${id}`)
    .join(',');
  const heard = new Map<CriMethod, boolean[]>();
  at.forge(
    mutating({
      seed,
      foreign: at.world.ids,
      victim: at.canaries.logAbove,
      heard: (method, wasMutated) => {
        heard.set(method, [...(heard.get(method) ?? []), wasMutated].slice(-looks));
      },
    }),
  );
  const limit = ['--workers', '6', '--global-timeout', `${driveSeconds}s`];
  const args = ['run', '-r', at.proxy.socket, '--only', only, ...limit, '--output', at.output];
  await at.command(args, { endsWithinMs: (driveSeconds + graceSeconds) * 1_000 });
  const left = (await at.leftAfterCleanup()).filter((what) => !wasDenied(what, heard));
  const { kinds, rate, from } = planOf(seed);
  const plan = `${only}; from call ${from}, ${rate * 100} % of: ${kinds.join(', ')}`;
  return {
    harm: await at.harm(),
    left,
    replay: `CRIPROBE_FUZZ_SEEDS=${seed} node scripts/test.mjs specs/harness/fuzz.spec.ts (${plan})`,
  };
}

/** Every one of the last lists that could have shown it was mutated. */
function wasDenied(what: string, heard: ReadonlyMap<CriMethod, readonly boolean[]>): boolean {
  const lists: Readonly<Record<string, CriMethod>> = {
    pod: 'ListPodSandbox',
    container: 'ListContainers',
    image: 'ListImages',
  };
  const list = lists[onlyNamesPods(what) ? 'pod' : (what.split(' ', 1)[0] ?? '')];
  return list !== undefined && (heard.get(list) ?? []).every(Boolean);
}

/** The message of a cleanup that found only pods of runs without a ledger. */
function onlyNamesPods(what: string): boolean {
  const there = what.match(/still there {2}.*/g) ?? [];
  return there.length > 0 && there.every((line) => line.includes('carries the label of run'));
}
