// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import type { AttackBench } from './attack-bench.js';
import type { Forgery } from './forgeries.js';

const happy = fileURLToPath(new URL('../../../examples/happy.yaml', import.meta.url));
/**
 * Ending takes ten seconds, cleaning up ten more; the rest is for a slow machine. A command that hangs takes
 * minutes.
 */
const graceMs = 45_000;

/** What to do to a runtime with a forgery. The proxy is honest before. */
export type AttackCommand = (at: AttackBench, forgery: Forgery) => Promise<void>;

/** `-r` for commands with their own time limit. */
function driven(seconds: number): readonly string[] {
  return ['--global-timeout', `${seconds}s`, '--workers', '6'];
}

const within = (seconds: number): { readonly endsWithinMs: number } => ({
  endsWithinMs: seconds * 1_000 + graceMs,
});
const patience = (seconds: number): { readonly endsWithinMs: number; readonly interruptAfterMs: number } => ({
  ...within(seconds),
  interruptAfterMs: seconds * 1_000,
});

export function run(seconds: number, only?: string): AttackCommand {
  return async (at, forgery) => {
    at.forge(forgery.forger(at));
    const selected = ['--only', only ?? forgery.scenarios];
    const args = ['run', ...at.target, ...selected, ...driven(seconds), '--output', at.output];
    await at.command(args, within(seconds));
  };
}

export function wholeRun(seconds: number): AttackCommand {
  return async (at, forgery) => {
    at.forge(forgery.forger(at));
    await at.command(['run', ...at.target, ...driven(seconds), '--output', at.output], within(seconds));
  };
}

export function play(seconds: number): AttackCommand {
  return async (at, forgery) => {
    at.forge(forgery.forger(at));
    const calls = ['--calls', at.bench.path('out.jsonl')];
    await at.command(['play', happy, ...at.target, '--hold', '500ms', ...calls], patience(seconds));
  };
}

export function gate(seconds: number): AttackCommand {
  return async (at, forgery) => {
    at.forge(forgery.forger(at));
    const policy = at.bench.path('policy.yaml');
    const require = [{ profile: 'core', level: 'must', result: 'success' }];
    writeFileSync(
      policy,
      stringify({ apiVersion: 'criprobe/v1', kind: 'GatePolicy', require, minimum: { executed: 1 } }),
    );
    const selected = [
      '--only',
      'scenario:pod.happy-path,scenario:images.pull-and-remove',
      ...driven(seconds),
    ];
    await at.command(
      ['gate', '--policy', policy, ...at.target, ...selected, '--output', at.output],
      within(seconds),
    );
  };
}

export function compare(seconds: number): AttackCommand {
  return async (at, forgery) => {
    at.forge(forgery.forger(at));
    const sides = [`theirs=${at.proxy.socket}`, 'reference=reference'];
    const selected = ['--only', 'scenario:pod.happy-path,scenario:sandbox.two-ready', ...driven(seconds)];
    const more = at.target.slice(2);
    await at.command(['compare', ...sides, ...more, ...selected, '--output', at.output], within(2 * seconds));
  };
}

export const doctor: AttackCommand = async (at, forgery) => {
  at.forge(forgery.forger(at));
  await at.command(['doctor', '--try-pod', ...at.target], patience(12));
};

/** Kills a run in the middle; from then on the runtime lies. */
export const cleanup: AttackCommand = async (at, forgery) => {
  const { bench, proxy, target } = at;
  at.forge({});
  const only = [
    '--only',
    'scenario:stop.slow-handler,scenario:stop.ignores-term,scenario:logs.reopen,scenario:images.pull-and-remove',
  ];
  const starts = (): number => proxy.passed.filter(({ method }) => method === 'StartContainer').length;
  const before = starts();
  const running = bench.start(['run', ...target, ...only, '--output', at.output]);
  while (starts() < before + 3 && running.process.exitCode === null) await sleep(10);
  if (running.process.exitCode !== null)
    throw new Error(`the run ended by itself: ${(await running.end).stderr}`);
  at.forge(forgery.forger(at));
  running.process.kill('SIGKILL');
  await running.end;
  await at.command(['cleanup'], patience(12));
  await at.command(['cleanup', '--all', '-r', proxy.socket], patience(12));
};
