// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openBench, type Bench } from '../../support/cli/run-cli.js';

const commands = [
  'run',
  'compare',
  'gate',
  'serve',
  'judge',
  'play',
  'doctor',
  'list',
  'explain',
  'cleanup',
  'version',
] as const;

jest.setTimeout(60_000);

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench.dispose();
});

describe('help', () => {
  it('names every command, and goes to stdout', async () => {
    const { exit, stdout, stderr } = await bench.criprobe(['--help']);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toMatchSnapshot();
  });

  it('comes without a word, too', async () => {
    expect(await bench.criprobe([])).toEqual(await bench.criprobe(['--help']));
  });

  it.each(commands)('of %s has usage, flags, examples and exit codes', async (command) => {
    const { exit, stdout } = await bench.criprobe([command, '--help']);
    expect(exit).toBe(0);
    for (const part of [`Usage: criprobe ${command}`, '--help', 'Examples:', 'Exit codes:'])
      expect(stdout).toContain(part);
  });

  it('of run is what npm run generate has written', async () => {
    const { stdout } = await bench.criprobe(['run', '--help']);
    expect(stdout).toBe(readFileSync('specs/fixtures/help/run.txt', 'utf8'));
  });

  it('loads neither gRPC, nor the YAML reader, nor the schemas', async () => {
    const seen = `data:text/javascript,import m from 'node:module'; m.register('data:text/javascript,' + encodeURIComponent(
      "export const load = (url, c, next) => { if (/grpc|protobufjs|[/]yaml[/]|[/]zod[/]|[/]app[/](run|doctor)[.]js/.test(url)) throw new Error('loaded ' + url); return next(url, c); };"))`;
    const { exit, stdout } = await bench.criprobe(['run', '--help'], {
      env: { NODE_OPTIONS: `--no-warnings --import ${encodeURI(seen).replaceAll('%0A', '')}` },
    });
    expect(stdout).toContain('Usage: criprobe run');
    expect(exit).toBe(0);
  });
});

describe('a command line that is wrong', () => {
  const cases: readonly (readonly [line: string, says: RegExp, fix: RegExp])[] = [
    ['rnu', /Unknown command 'rnu'/, /did you mean run\?/],
    ['frobnicate', /Unknown command 'frobnicate'/, /criprobe --help/],
    ['run --jsn', /Unknown option '--jsn'/, /did you mean --json\?/],
    ['run --workers none', /--workers <n>' argument 'none' is invalid/, /criprobe run --help/],
    ['run --timeout 5', /Expected a duration such as 2s/, /criprobe run --help/],
    ['run --fail-on never', /Allowed choices are must, should, any, none/, /criprobe run --help/],
    ['run --only sandbox.no.such.thing', /Unknown id: sandbox\.no\.such\.thing/, /criprobe list/],
    ['run --only @/no/such/file', /\/no\/such\/file cannot be read/, /check the path/],
    ['run --reporter xlm', /There is no reporter xlm/, /html, json, junit/],
    ['run --managed reference -r /x', /exclude each other/, /leave one of them out/],
    ['run --target old', /has no target old/, /criprobe\.yaml/],
    ['compare a=reference', /needs two targets/, /name=target/],
    ['compare reference a=reference', /is not name=target/, /name it/],
    ['compare a=reference b=frobnicate', /neither a socket, a managed spec nor a result file/, /reference/],
    ['compare a=reference a=x.json', /same name/, /each its own/],
    ['compare a=reference b=x.json --baseline c', /--baseline names no target: c/, /a, b/],
    ['gate', /needs a policy/, /--policy <file>/],
    ['serve', /needs a socket/, /--listen <socket>/],
    ['serve --listen s --program nginx', /is not name=rule/, /exits 4/],
    ['judge', /Missing required argument 'evidence'/, /criprobe judge --help/],
    ['play', /Missing required argument 'file'/, /criprobe play --help/],
    ['list things', /nothing called things to list/, /list contracts/],
    ['explain E-HAGN', /Unknown id: E-HAGN/, /did you mean E-HANG\?/],
    [
      '--runtime-endpoint /x serve --listen s',
      /--runtime-endpoint is not a flag of serve/,
      /criprobe serve --help/,
    ],
    ['--json', /No command given/, /criprobe --help/],
  ];

  it.each(cases)('criprobe %s', async (line, says, fix) => {
    const { exit, stderr } = await bench.criprobe(line.split(' '));
    expect(stderr).toMatch(says);
    expect(stderr).toContain('[E-USAGE]');
    expect(stderr).toMatch(new RegExp(`fix +.*${fix.source}`));
    expect(exit).toBe(2);
  });

  it('says so as JSON on stdout with --json', async () => {
    const { exit, stdout } = await bench.criprobe(['explain', 'E-HAGN', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'E-USAGE', message: 'Unknown id: E-HAGN', fix: 'did you mean E-HANG?', exit: 2 },
    });
    expect(exit).toBe(2);
  });
});

describe('flags before the command', () => {
  it('count as if they stood behind it', async () => {
    const before = await bench.criprobe(['-r', '/no/such.sock', 'doctor']);
    expect(before.stdout).toContain('runtime at /no/such.sock  (from --runtime-endpoint)');
    expect(before).toEqual(await bench.criprobe(['doctor', '-r', '/no/such.sock']));
  });
});

describe('output', () => {
  it('has no colour in a pipe, and has when it is forced', async () => {
    expect((await bench.criprobe(['rnu'])).stderr).not.toContain('\u001B[');
    expect((await bench.criprobe(['rnu'], { env: { FORCE_COLOR: '1' } })).stderr).toContain('\u001B[');
    expect(
      (await bench.criprobe(['rnu'], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).stderr,
    ).not.toContain('\u001B[');
  });

  it('is JSON alone on stdout', async () => {
    const { exit, stdout, stderr } = await bench.criprobe(['version', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ name: 'criprobe', cri: ['v1', 'v1alpha2'] });
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  });

  it('may be read only in part, without a complaint', async () => {
    const started = bench.start(['list', '--json']);
    started.process.stdout?.destroy();
    const { exit, stderr } = await started.end;
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  });

  it('calls what nobody foresaw a bug, and exits 4', async () => {
    const broken = "data:text/javascript,process.cwd=()=>{throw(new(TypeError)('cwd'+'fell'))}";
    const { exit, stderr } = await bench.criprobe(['version'], {
      env: { NODE_OPTIONS: `--import ${broken}` },
    });
    expect(stderr).toMatch(/This is a bug in criprobe, not of the runtime \[E-SUITE\]/);
    expect(stderr).toMatch(/seen +TypeError: cwdfell\n/);
    expect(stderr).toMatch(/criprobe 0\.\d+\.\d+, node \d+/);
    expect(exit).toBe(4);
  });

  it('calls a bug what nobody waits for, too', async () => {
    const fails =
      "if(process.listenerCount('uncaughtException')){clearInterval(k);throw(new(RangeError)('later'))}";
    const broken = `data:text/javascript,globalThis.k=setInterval(()=>{${fails}},5)`;
    const { exit, stderr } = await bench.criprobe(['serve', '--as-root', '--listen', bench.path('s')], {
      env: { NODE_OPTIONS: `--import ${broken}` },
    });
    expect(stderr).toMatch(
      /This is a bug in criprobe, not of the runtime \[E-SUITE\]\n +seen +RangeError: later\n/,
    );
    expect(exit).toBe(4);
  });
});

describe('explain and list', () => {
  it('explain an error code', async () => {
    const { stdout } = await bench.criprobe(['explain', 'e-cri-disabled']);
    expect(stdout).toMatch(/^E-CRI-DISABLED {2}containerd runs without its CRI service\n/);
    expect(stdout).toMatch(/fix +sudo sed/);
  });

  it('list contracts that can be explained', async () => {
    const contracts = JSON.parse((await bench.criprobe(['list', '--json'])).stdout) as readonly {
      id: string;
      level: string;
    }[];
    const [first] = contracts;
    expect(first?.level).toMatch(/^(must|should|may)$/);
    const { exit, stdout } = await bench.criprobe(['explain', first?.id ?? 'none']);
    expect(stdout).toMatch(/level +(must|should|may), since 0\.\d+\.\d+/);
    expect(stdout).toMatch(/if broken +\S/);
    expect(exit).toBe(0);
  });

  it('list scenarios that can be explained', async () => {
    const { stdout } = await bench.criprobe(['list', 'scenarios', '--json']);
    const [first] = JSON.parse(stdout) as readonly { id: string }[];
    expect((await bench.criprobe(['explain', first?.id ?? 'none'])).stdout).toMatch(/steps +\S/);
  });

  it('list the kubelets that can be played', async () => {
    const { exit, stdout } = await bench.criprobe(['list', '--kubelets', '--json']);
    const kubelets = JSON.parse(stdout) as readonly { version: string; differences: readonly object[] }[];
    expect(kubelets.map(({ version }) => version)).toEqual(expect.arrayContaining(['1.20', '1.37']));
    expect(kubelets.find(({ version }) => version === '1.28')?.differences).toContainEqual(
      expect.objectContaining({ name: 'hashOfNameAndImage', does: false, shown: 'recorded' }),
    );
    expect(exit).toBe(0);
  });

  it('list nothing beside the kubelets', async () => {
    const { exit, stderr } = await bench.criprobe(['list', 'scenarios', '--kubelets']);
    expect(stderr).toContain('--kubelets lists no scenarios');
    expect(exit).toBe(2);
  });

  it('list only what a glob fits', async () => {
    const { stdout } = await bench.criprobe(['list', 'contracts', 'container.*']);
    const ids = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(ids.length).toBeGreaterThan(3);
    expect(ids.filter((id) => id?.startsWith('container.') !== true)).toEqual([]);
  });
});
