// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, jest } from '@jest/globals';
import type { UnaryMethod } from '#cri/methods.js';
import { AttackBench } from '../support/forging-proxy/attack-bench.js';
import { given, RefusedCall, type Forger } from '../support/forging-proxy/answer.js';
import type { CliProcess } from '../support/cli/run-cli.js';

jest.setTimeout(300_000);

/** Ten seconds are promised; the rest is for a busy machine. */
const endsWithinMs = 12_500;
const globalTimeoutMs = 6_000;
/** Before its clock runs. */
const startMs = 4_000;

const happy = fileURLToPath(new URL('../../examples/happy.yaml', import.meta.url));
const slow = 'scenario:stop.ignores-term,scenario:stop.slow-handler';

interface Hang {
  readonly command: string;
  readonly rpc: UnaryMethod;
  /** So often it is answered first. */
  readonly answers: number;
  readonly words: (at: AttackBench) => Promise<readonly string[]> | readonly string[];
  readonly exit: number;
}

const timed = ['--global-timeout', `${globalTimeoutMs / 1_000}s`];

const hangs: readonly Hang[] = [
  {
    command: 'run',
    rpc: 'ListPodSandbox',
    answers: 3,
    words: (at) => ['run', ...at.target, '--only', slow, '-o', at.output],
    exit: 143,
  },
  {
    command: 'run --global-timeout',
    rpc: 'ListContainers',
    answers: 3,
    words: (at) => ['run', ...at.target, '--only', slow, '-o', at.output, ...timed],
    exit: 124,
  },
  {
    command: 'gate',
    rpc: 'RemovePodSandbox',
    answers: 1,
    words: (at) => {
      const policy = at.bench.path('policy.yaml');
      const rule = 'require: [{ profile: core, level: must, result: success }]\nminimum: { executed: 1 }\n';
      writeFileSync(policy, `apiVersion: criprobe/v1\nkind: GatePolicy\n${rule}`);
      return ['gate', '--policy', policy, ...at.target, '--only', slow, '-o', at.output];
    },
    exit: 143,
  },
  {
    command: 'compare',
    rpc: 'ContainerStatus',
    answers: 0,
    words: (at) => ['compare', `a=${at.proxy.socket}`, 'b=reference', '--only', slow, '-o', at.output],
    exit: 143,
  },
  {
    command: 'play',
    rpc: 'ListPodSandbox',
    answers: 3,
    words: (at) => ['play', happy, ...at.target, '--hold', '1m'],
    exit: 143,
  },
  {
    command: 'play --delete-after',
    rpc: 'StopPodSandbox',
    answers: 1,
    words: (at) => ['play', happy, ...at.target, '--delete-after', '1s'],
    exit: 143,
  },
  {
    command: 'doctor --try-pod',
    rpc: 'StopPodSandbox',
    answers: 0,
    words: (at) => ['doctor', '--try-pod', ...at.target],
    exit: 143,
  },
  {
    command: 'cleanup',
    rpc: 'StopContainer',
    answers: 0,
    words: async (at) => {
      await killedRun(at);
      return ['cleanup'];
    },
    exit: 143,
  },
];

/** A run that is killed in the middle, so that there is something to clean up. */
async function killedRun(at: AttackBench): Promise<void> {
  at.forge({});
  const running = at.bench.start(['run', ...at.target, '--only', slow, '-o', at.output]);
  while (!at.proxy.passed.some(({ method }) => method === 'StartContainer')) await sleep(10);
  running.process.kill('SIGKILL');
  await running.end;
}

/** Does not answer the RPC any more, and says when. */
function hangingFrom(rpc: UnaryMethod, answers: number, hung: () => void): Forger {
  let calls = 0;
  return {
    unary: async (call, ask) => {
      if (call.method !== rpc || ++calls <= answers) return ask();
      hung();
      await given(call.signal);
      return new RefusedCall(1, 'nobody waits any more');
    },
  };
}

async function endAfter({ process, end }: CliProcess, signalled: boolean): Promise<Ending> {
  const beganMs = performance.now();
  if (signalled) process.kill('SIGTERM');
  const { exit } = await end;
  return { exit, tookMs: performance.now() - beganMs };
}

interface Ending {
  readonly exit: number;
  readonly tookMs: number;
}

it.concurrent.each(hangs)(
  '$command ends within ten seconds while $rpc hangs',
  async ({ command, rpc, answers, words, exit: expected }) => {
    await using at = await AttackBench.open();
    const args = await words(at);
    const isTimed = command.endsWith('--global-timeout');
    const hung = new Promise<void>((resolve) => {
      at.forge(hangingFrom(rpc, answers, resolve));
    });
    const startedMs = performance.now();
    const running = at.bench.start(args);
    await Promise.race([hung, running.end]);
    const { exit, tookMs } = await endAfter(running, !isTimed);
    expect(exit).toBe(expected);
    const lateMs = isTimed ? performance.now() - startedMs - globalTimeoutMs - startMs : tookMs;
    expect(lateMs).toBeLessThan(endsWithinMs);
  },
);
