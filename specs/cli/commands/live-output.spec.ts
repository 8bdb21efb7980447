// SPDX-License-Identifier: Apache-2.0
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { allContracts } from '#contracts/all.generated.js';
import type { Result } from '#results/result.js';
import { openBench, runFiles, type Bench, type CliEnd } from '../../support/cli/run-cli.js';

jest.setTimeout(60_000);

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.dispose());

const run = (...flags: readonly string[]): Promise<CliEnd> =>
  bench.criprobe(['run', '--managed', 'reference', 'runtime.*', '--output', bench.path('out'), ...flags]);

const resultFile = (): Result => JSON.parse(readFileSync(bench.path('out/result.json'), 'utf8')) as Result;

describe('what a run shows while it goes on', () => {
  it('--ndjson: the recording line by line on stdout, the result last, the text for people on stderr', async () => {
    const { exit, stdout, stderr } = await run('--ndjson');
    const lines = stdout.trimEnd().split('\n');
    expect(exit).toBe(0);
    const recorded = readFileSync(bench.path('out/evidence.jsonl'), 'utf8').trimEnd().split('\n');
    // The recording has a large answer once, the stream each time.
    const whole = recorded.map((line, at) => (line.startsWith('{"type":"repeat"') ? lines[at] : line));
    expect(lines.slice(0, -1)).toEqual(whole);
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ type: 'result', ...resultFile() });
    expect(stderr).toContain('CONFORMANT');
  });

  it('--debug: every call on stderr when it ends', async () => {
    const { stderr } = await run('--debug');
    const ended =
      readFileSync(bench.path('out/evidence.jsonl'), 'utf8').split(/"type":"(?:end|repeat)"/).length - 1;
    expect(stderr.match(/^call \d+ {2}\w+ {2}.+ ms {2}/gm)).toHaveLength(ended);
    expect(stderr).toMatch(/^call \d+ {2}Version {2}ok {2}/m);
  });

  it('--verbose: every contract in the final text', async () => {
    const { stdout } = await run('--verbose');
    const judged = resultFile().rulings;
    expect(judged.length).toBeLessThan(allContracts.length);
    for (const { contract } of judged) expect(stdout).toContain(contract);
  });

  it('--report-prefix: names of reports', async () => {
    await run('--report-prefix', 'node7-');
    expect(readdirSync(bench.path('out')).sort()).toEqual(
      runFiles.map((name) => (name === 'evidence.jsonl' ? name : `node7-${name}`)),
    );
  });
});

describe('--runtime-log', () => {
  it('saves what a file gained during the run', async () => {
    writeFileSync(bench.path('its.log'), 'before\n');
    const running = bench.start([
      ...['run', '--managed', 'reference', 'runtime.*', '--output', bench.path('out')],
      ...['--runtime-log', `file:${bench.path('its.log')}`],
    ]);
    await running.shown('[1/');
    appendFileSync(bench.path('its.log'), 'meanwhile\n');
    await running.end;
    const saved = readFileSync(bench.path('out/runtime.log'), 'utf8');
    expect(saved).not.toContain('before');
    expect(['', 'meanwhile\n']).toContain(saved);
  });

  it('says when the log cannot be had, and goes on', async () => {
    const { exit, stderr } = await run('--runtime-log', `file:${bench.path('missing.log')}`);
    expect(exit).toBe(0);
    expect(stderr).toContain("the runtime's log could not be saved: ENOENT");
  });

  it('refuses a source of no known kind', async () => {
    const { exit, stderr } = await run('--runtime-log', 'syslog');
    expect(exit).toBe(2);
    expect(stderr).toContain('--runtime-log: cannot parse "syslog"');
  });
});

describe('--registry-listen', () => {
  it('serves images where it is told to', async () => {
    const { exit, stderr } = await run('--registry-listen', `127.0.0.1:${await freePort()}`);
    expect(exit).toBe(0);
    expect(stderr).toMatch(/built-in registry 127\.0\.0\.1:\d+/);
  });

  it.each(['0.0.0.0:5000', '192.0.2.1:5000', '127.0.0.1', '127.0.0.1:99999'])(
    'refuses %s',
    async (address) => {
      const { exit, stderr } = await run('--registry-listen', address);
      expect(exit).toBe(2);
      expect(stderr).toContain(`The registry cannot listen on "${address}"`);
      expect(existsSync(bench.path('out'))).toBe(false);
    },
  );

  it('says when the port is taken, and leaves nothing', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        resolve((other.address() as { port: number }).port);
      });
    });
    const { exit, stderr } = await run('--registry-listen', `127.0.0.1:${port}`);
    other.close();
    expect(exit).toBe(2);
    expect(stderr).toContain('EADDRINUSE');
    expect(readdirSync(bench.path('state'))).toEqual([]);
  });
});

describe('a state directory that cannot be written', () => {
  it('is one sentence and exit 7', async () => {
    writeFileSync(bench.path('file'), '');
    const { exit, stderr } = await bench.criprobe(['run', '--managed', 'reference'], {
      env: { CRIPROBE_STATE: bench.path('file/state') },
    });
    expect(exit).toBe(7);
    expect(stderr).toContain('[E-LEDGER-WRITE]');
    expect(stderr).toContain('CRIPROBE_STATE');
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => {
        resolve(port);
      });
    });
  });
}
