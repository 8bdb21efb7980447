// SPDX-License-Identifier: Apache-2.0
import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { peakUntilEnd } from '../../support/cli/peak-memory.js';
import { main, openBench, type Bench, type CliEnd, type CliProcess } from '../../support/cli/run-cli.js';
import { resultOf } from '../../support/result-literal.js';

jest.setTimeout(60_000);

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  const rules = {
    require: [{ profile: 'core', level: 'must', result: 'success' }],
    minimum: { executed: 1 },
  };
  const policy = { apiVersion: 'criprobe/v1', kind: 'GatePolicy', ...rules };
  writeFileSync(bench.path('policy.yaml'), JSON.stringify(policy));
  writeFileSync(bench.path('result.json'), JSON.stringify(resultOf()));
  writeFileSync(bench.path('pod.yaml'), pod);
});
afterEach(() => bench.dispose());

const pod = JSON.stringify({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a' },
  spec: {
    restartPolicy: 'Never',
    containers: [{ name: 'a', image: 'registry.test/box:1', command: ['/box'] }],
  },
});

/** Every place for the name of a file to be read, as the command line that names `x`. */
const commands: readonly (readonly [what: string, words: (x: string) => readonly string[]])[] = [
  ['gate --policy', (x) => ['gate', '--policy', x, '--from', bench.path('result.json')]],
  ['gate --from', (x) => ['gate', '--policy', bench.path('policy.yaml'), '--from', x]],
  [
    'gate --baseline',
    (x) => [
      ...['gate', '--policy', bench.path('policy.yaml')],
      '--from',
      bench.path('result.json'),
      '--baseline',
      x,
    ],
  ],
  ['compare', (x) => ['compare', `a=${x}`, `b=${bench.path('result.json')}`]],
  ['--known-failing', (x) => ['run', '--dry-run', '--managed', 'reference', '--known-failing', x]],
  ['--config', (x) => ['doctor', '--config', x, '--managed', 'reference']],
  ['--only', (x) => ['run', '--dry-run', '--managed', 'reference', '--only', `@${x}`]],
  ['play', (x) => ['play', x, '--managed', 'reference']],
  ['play --node', (x) => ['play', bench.path('pod.yaml'), '--managed', 'reference', '--node', x]],
];

async function hasOpen(pid: number | undefined, path: string): Promise<void> {
  const at = `/proc/${String(pid)}/fd`;
  const links = (): readonly string[] => readdirSync(at).map((name) => linkAt(`${at}/${name}`));
  while (!links().includes(path)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Descriptors come and go while they are looked at. */
function linkAt(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** Ends what hangs, so that the spec says which. */
async function ended(started: CliProcess): Promise<CliEnd & { readonly peakMb: number }> {
  const hangs = setTimeout(() => started.process.kill('SIGKILL'), 12_000);
  const peakMb = await peakUntilEnd(started.process.pid, started.end);
  clearTimeout(hangs);
  return { ...(await started.end), peakMb };
}

describe.each(commands)('%s', (_, words) => {
  it('refuses FIFOs without a writer, devices, and what is too large, in one sentence', async () => {
    execFileSync('mkfifo', [bench.path('fifo.json')]);
    execFileSync('ln', ['-s', '/dev/zero', bench.path('zero.json')]);
    writeFileSync(bench.path('large.json'), '');
    truncateSync(bench.path('large.json'), 100_000_000);
    const cases = [
      ['fifo.json', 'is a FIFO without a writer'],
      ['zero.json', /is a character device, not a regular file|is refused: \/dev\/zero is writable/],
      ['large.json', / is larger than (0\.5|4|64) MiB/],
    ] as const;
    const ends = cases.map(async ([name, says]) => {
      const end = await ended(bench.start(words(bench.path(name))));
      expect(end.stderr).toMatch(says);
      expect({ name, exit: end.exit }).toEqual({ name, exit: 2 });
      expect(end.stderr).not.toMatch(/at .*\.js:\d/);
      expect(end.peakMb).toBeLessThan(400);
    });
    await Promise.all(ends);
  });

  it('takes little memory for much that is small', async () => {
    const dense = Object.entries({ seq: '- 1\n', flow: '[],', documents: '---\n' });
    for (const [name, part] of dense) {
      const path = bench.path(`${name}.json`);
      const text = part.repeat(Math.floor((4 << 20) / part.length));
      writeFileSync(path, name === 'flow' ? `[${text}[]]` : text);
      const end = await ended(bench.start(words(path)));
      expect({ name, exit: end.exit, isSmall: end.peakMb < 512 }).toEqual({ name, exit: 2, isSmall: true });
    }
  });

  it('ends on Ctrl-C while it waits for a writer', async () => {
    const fifo = bench.path('fifo.json');
    execFileSync('mkfifo', [fifo]);
    const writer = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
    const started = bench.start(words(fifo));
    await hasOpen(started.process.pid, fifo);
    started.process.kill('SIGINT');
    const { exit } = await ended(started);
    closeSync(writer);
    expect(exit).toBe(130);
  });
});

describe('a pipe of the shell', () => {
  /** `$@` is criprobe. */
  const inShell = (script: string): Promise<CliEnd> =>
    new Promise((resolve) => {
      const words = ['-c', script, 'bash', process.execPath, main];
      const child = spawn('bash', words, { cwd: bench.path('cwd'), env: bench.env });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
      child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
      child.on('close', (exit) => {
        resolve({ exit: exit ?? -1, stdout, stderr });
      });
    });

  it('is read as the file that it stands for', async () => {
    const [policy, result] = [bench.path('policy.yaml'), bench.path('result.json')];
    const gate = await inShell(`"$@" gate --policy <(sleep 0.5; cat ${policy}) --from <(cat ${result})`);
    expect(gate).toMatchObject({ exit: 0, stderr: '' });
    const piped = await inShell(`cat ${policy} | "$@" gate --policy /dev/stdin --from ${result}`);
    expect(piped).toMatchObject({ exit: 0, stderr: '' });
    const given = await inShell(`"$@" gate --policy /dev/stdin --from /dev/fd/7 <${policy} 7<${result}`);
    expect(given).toMatchObject({ exit: 0, stderr: '' });
    const listed = await inShell(
      `"$@" run --dry-run --managed reference --only @<(echo scenario:pod.happy-path)`,
    );
    expect(listed).toMatchObject({ exit: 0 });
  });

  it('of a writer that comes with us is read, also through a name', async () => {
    execFileSync('mkfifo', [bench.path('fifo')]);
    const script = `cat ${bench.path('pod.yaml')} >${bench.path('fifo')} & sleep 0.2; "$@" play ${bench.path('fifo')} --managed reference -q`;
    expect((await inShell(script)).stdout).toContain('default/a');
  });

  it('without an end is read up to a limit', async () => {
    const zeros = await inShell(`"$@" play <(cat /dev/zero) --managed reference`);
    expect(zeros.stderr).toContain('is larger than 4 MiB');
    expect(zeros.exit).toBe(2);
    const yes = await inShell(`cat /dev/zero | "$@" play - --managed reference`);
    expect(yes.stderr).toContain('standard input is larger than 4 MiB');
    expect(yes.exit).toBe(2);
  });
});

it('standard input that says nothing is given up on Ctrl-C', async () => {
  const child = spawn(process.execPath, [main, 'play', '-', '--managed', 'reference'], {
    cwd: bench.path('cwd'),
    env: bench.env,
  });
  const exit = new Promise((resolve) => child.on('exit', resolve));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  child.kill('SIGINT');
  const hangs = setTimeout(() => child.kill('SIGKILL'), 10_000);
  expect(await exit).toBe(130);
  clearTimeout(hangs);
});

describe('the config file of another tool', () => {
  const sources = ['etc/crictl.yaml', 'var/lib/kubelet/config.yaml', 'var/lib/kubelet/kubeadm-flags.env'];

  it.each(sources)('%s that is a FIFO or a device is none', async (source) => {
    mkdirSync(bench.path('host/etc'));
    mkdirSync(bench.path('host/var/lib/kubelet'), { recursive: true });
    for (const make of [['mkfifo'], ['ln', '-sf', '/dev/zero']]) {
      execFileSync('rm', ['-f', bench.path(`host/${source}`)]);
      execFileSync(make[0] ?? '', [...make.slice(1), bench.path(`host/${source}`)]);
      const end = await ended(bench.start(['run']));
      expect(end.stderr).toContain('[E-SOCKET-MISSING]');
      expect(end.peakMb).toBeLessThan(250);
    }
  });

  it('is refused when it was named', async () => {
    execFileSync('mkfifo', [bench.path('fifo')]);
    const { exit, stderr } = await ended(
      bench.start(['run'], { env: { CRI_CONFIG_FILE: bench.path('fifo') } }),
    );
    expect(stderr).toContain('is a FIFO without a writer');
    expect(exit).toBe(2);
  });
});
