// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import { decorating, hostileText } from '../../support/lies/decorating-runtime.js';
import { serveLies, type LyingRuntime } from '../../support/lies/lying-runtime.js';
import { openBench, type Bench, type CliEnd } from '../../support/cli/run-cli.js';

jest.setTimeout(180_000);

let bench: Bench;
const runtimes: LyingRuntime[] = [];
const socket = (name: string): string => bench.path(`${name}.sock`);

beforeAll(async () => {
  bench = await openBench();
  runtimes.push(
    await serveLies(socket('texts'), decorating({ thorough: false }), { beside: true }),
    await serveLies(socket('all'), decorating({ thorough: true }), { beside: true }),
    await serveLies(socket('refusing'), (truth) => ({
      ...decorating({ thorough: false })(truth),
      RunPodSandbox: () => Promise.reject(new CriRefusal('UNKNOWN', `no pod today ${hostileText}`)),
    })),
    await serveLies(socket('not-ready'), (truth) => ({
      Status: async (request, call) => {
        const answer = await truth.Status(request, call);
        const conditions = [{ type: 'RuntimeReady', reason: hostileText, message: hostileText }];
        return { ...answer, status: { conditions } };
      },
    })),
  );
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'hostile' } };
  const containers = [{ name: 'a', image: 'registry.test/box:1', command: ['/box', 'exit 3'] }];
  await writeFile(
    bench.path('pod.json'),
    JSON.stringify({ ...pod, spec: { restartPolicy: 'Never', containers } }),
  );
  await writeFile(bench.path('policy.yaml'), policy);
});
afterAll(async () => {
  for (const runtime of runtimes) await runtime.close();
  await bench.dispose();
});

/** None of it may be in a text but line breaks of ours. */
function expectHarmless(text: string): void {
  const bad = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u.exec(text);
  const around = bad && JSON.stringify(text.slice(Math.max(0, bad.index - 60), bad.index + 20));
  expect(around).toBeNull();
}

function expectHarmlessShown({ stdout, stderr }: CliEnd): void {
  for (const text of [stdout, stderr]) {
    expectHarmless(text);
    expect(text).not.toMatch(/^\s*::[a-z]/im);
    expect(text).not.toMatch(/##\w*\[/);
  }
}

const policy = `apiVersion: criprobe/v1
kind: GatePolicy
require: [{ profile: core, level: must, result: success }]
minimum: { executed: 1 }
`;

const scenarios = ['scenario:pod.happy-path', 'scenario:runtime.answers', 'scenario:containers.two-in-a-pod'];
const short = ['--global-timeout', '20s', '--rpc-timeout', '3s'];

describe.each(['texts', 'all', 'refusing', 'not-ready'])('a runtime with hostile texts (%s)', (name) => {
  it.concurrent.each([
    ['run -D', ['run', 'scenario:pod.happy-path', '-D', '--verbose']],
    ['run --ndjson', ['run', 'scenario:pod.happy-path', '--ndjson']],
    ['run --json', ['run', 'scenario:pod.happy-path', '--json']],
    ['doctor', ['doctor', '--try-pod']],
    ['doctor --json', ['doctor', '--json']],
    ['play', ['play', 'POD', '--calls', 'CALLS']],
    ['cleanup', ['cleanup', '--all']],
    ['gate', ['gate', '--policy', 'POLICY', '--only', 'scenario:pod.happy-path', '--explain']],
  ] as const)('%s shows nothing of them raw', async (_, [command, ...words]) => {
    const paths: Readonly<Record<string, string>> = {
      POD: bench.path('pod.json'),
      CALLS: bench.path(`${name}.calls`),
      POLICY: bench.path('policy.yaml'),
    };
    const own = words.map((word) => paths[word] ?? word);
    const limits = ['run', 'gate'].includes(command)
      ? [...short, '-o', bench.path(`${name}-${command}`)]
      : [];
    const end = await bench.criprobe([command, '-r', socket(name), ...own, ...limits]);
    expectHarmlessShown(end);
    // It was there to be shown, and it is shown as signs that can be read.
    if (!['cleanup', 'play', 'gate'].includes(command))
      expect(end.stdout + end.stderr).toMatch(/\\(x1b|u001b)/);
  });
});

describe('what a run on it leaves', () => {
  it.concurrent.each(['texts', 'all'])('has reports with nothing of them raw (%s)', async (name) => {
    const output = bench.path(`${name}-reports`);
    const ran = await bench.criprobe(['run', '-r', socket(name), ...scenarios, '-o', output, ...short]);
    expectHarmlessShown(ran);
    // What is not proven wrong is not told in detail: pages without calls would prove little.
    if (name === 'texts') expect(ran.stdout).toContain('violated');
    for (const file of ['index.html', 'junit.xml', 'result.json', 'evidence.jsonl'])
      expectHarmless(readFileSync(`${output}/${file}`, 'utf8'));
    expectHarmlessShown(await bench.criprobe(['judge', output]));
    expectHarmlessShown(await bench.criprobe(['judge', output, '--json']));
    expectHarmlessShown(await bench.criprobe(['compare', `a=${output}`, `b=${output}`, '--markdown']));
    expectHarmlessShown(await bench.criprobe(['compare', `a=${output}`, `b=${output}`]));
    const file = bench.path('policy.yaml');
    expectHarmlessShown(await bench.criprobe(['gate', '--policy', file, '--from', `${output}/result.json`]));
  });
});
