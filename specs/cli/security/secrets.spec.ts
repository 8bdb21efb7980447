// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import { foreignSecret } from '../../support/lies/foreign-pods.js';
import { serveLies, type LyingRuntime, type Truth } from '../../support/lies/lying-runtime.js';
import { AttackBench } from '../../support/forging-proxy/attack-bench.js';
import { renamedIds } from '../../support/forging-proxy/forge-ids.js';
import { openBench, runFiles, type Bench, type CliEnd } from '../../support/cli/run-cli.js';

jest.setTimeout(180_000);

/** Each stands in one place alone, so that whoever leaks is known by it. */
const planted = {
  foreign: foreignSecret,
  config: 'CONFIG-S3CRET-02f8',
  error: 'ERROR-S3CRET-77ac',
  env: 'ENV-S3CRET-91d2',
  command: 'COMMAND-S3CRET-5e0b',
  log: 'LOG-S3CRET-c3c3',
  manifest: 'MANIFEST-S3CRET-8d1e',
  registry: 'REGISTRY-S3CRET-44b7',
  /** Of the scenario that pulls with credentials. */
  scenario: 'let-me-in',
};
type Place = keyof typeof planted;

const all = Object.keys(planted) as readonly Place[];

let bench: Bench;
let runtime: LyingRuntime;
let logFile: string;
/** What the runtime was sent as a password, to be sure that it was. */
const received: string[] = [];

/** A runtime that repeats whatever it has heard, in its configuration, its errors and its log. */
function telltale(truth: Truth): CriHandlers {
  return {
    Status: async (request, call) => ({
      ...(await truth.Status(request, call)),
      ...(request.verbose === true && {
        info: {
          config: JSON.stringify({ registry: { auth: { password: planted.config } } }),
          other: planted.config,
        },
      }),
    }),
    PullImage: async (request, call) => {
      const { username = '', password = '' } = request.auth ?? {};
      if (password === '') return truth.PullImage(request, call);
      received.push(password);
      const header = Buffer.from(`${username}:${password}`).toString('base64');
      appendFileSync(
        logFile,
        `pull ${request.image?.image ?? ''} with Basic ${header}, token=${planted.log}\n`,
      );
      throw new CriRefusal('UNKNOWN', `401: sent Basic ${header} (${password}), token=${planted.error}`);
    },
    ExecSync: () => Promise.reject(new CriRefusal('UNKNOWN', `password: ${planted.error}`)),
    CreateContainer: async (request, call) => {
      const values =
        request.config?.envs?.map(({ value = '' }) => Buffer.from(value, 'base64').toString()) ?? [];
      if (!values.includes(planted.manifest)) return truth.CreateContainer(request, call);
      throw new CriRefusal('UNKNOWN', `no container with ${values.join(' ')}`);
    },
    // Every list is one of all, whatever it was asked for.
    ListPodSandbox: async (_, call) => truth.ListPodSandbox({}, call),
    ListContainers: async (_, call) => truth.ListContainers({}, call),
  };
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

beforeAll(async () => {
  bench = await openBench();
  logFile = bench.path('runtime-own.log');
  writeFileSync(logFile, '', { mode: 0o600 });
  runtime = await serveLies(bench.path('cri.sock'), telltale, { beside: true });
});
afterAll(async () => {
  await runtime.close();
  await bench.dispose();
});

/** No text shows any of them, as it is or in base64. */
function expectNone(text: string, places: readonly Place[] = all): void {
  const decoded = text
    .match(/[\w+/-]{16,}={0,2}/g)
    ?.map((word) => Buffer.from(word, 'base64').toString('latin1'))
    .join('\n');
  const found = places.filter((place) =>
    [text, decoded ?? ''].some(
      (form) => form.includes(planted[place]) || form.includes(base64(planted[place])),
    ),
  );
  expect(found).toEqual([]);
}

const shown = ({ stdout, stderr }: CliEnd): string => stdout + stderr;

const target = (): readonly string[] => [
  ...['-r', bench.path('cri.sock'), '--runtime-log', `file:${logFile}`],
  ...['--stop-command', `sshpass -p ${planted.command} ssh node stop`],
  ...['--start-command', `ssh node start --token ${planted.command}`],
  ...['--crash-command', `echo my ${planted.command}; false`],
];
const scenarios = [
  ...[
    'scenario:pod.happy-path',
    'scenario:runtime.answers',
    'scenario:images.several-credentials',
    'scenario:exec.commands',
  ],
  ...['scenario:containers.two-in-a-pod', 'scenario:daemon.crash-while-idle'],
];
const limits = ['--global-timeout', '30s', '--rpc-timeout', '5s'];
const env = { SOME_TOKEN: planted.env, REGISTRY_PASSWORD: planted.env };

describe('the log of a runtime whose ids are words', () => {
  const letters = 'etaoinshrdlucmfwypvbgkjqxz';
  const line = `level=debug msg="create container prod/db, env DB_PW=x, ${foreignSecret}"\n`;

  it('is kept as to our pods alone', async () => {
    await using at = await AttackBench.open();
    at.forge(renamedIds([(nth) => `${letters[nth % 26] ?? ''}${nth > 25 ? nth : ''}`]));
    const log = at.bench.path('runtime-own.log');
    writeFileSync(log, '', { mode: 0o600 });
    const writing = setInterval(() => {
      appendFileSync(log, line);
    }, 20);
    const words = ['run', ...at.target, '--only', 'scenario:pod.happy-path', '--runtime-log', `file:${log}`];
    const { stdout } = await at.command([...words, ...limits, '-o', at.output], { endsWithinMs: 40_000 });
    clearInterval(writing);
    expect(stdout).toContain('1 scenario');
    expect(readFileSync(at.bench.path('out/0/evidence.jsonl'), 'utf8')).not.toContain(foreignSecret);
  });
});

describe('a run', () => {
  it('writes and shows no secret of the node, of others or of ours', async () => {
    const output = bench.path('out');
    const ran = await bench.criprobe(['run', ...scenarios, ...target(), '-D', '-o', output, ...limits], {
      env,
    });
    expect(received).toContain(planted.scenario);
    expect(ran.stdout).toContain('violated');
    expectNone(shown(ran));
    expect(ran.stderr).toContain('refused UNKNOWN: 401: sent Basic [redacted]');
    expect(shown(ran)).toContain('--stop-command …');
    const files = readdirSync(output);
    expect(files.sort()).toEqual([...runFiles, 'runtime.log'].sort());
    // The copy of the runtime's own log is as the runtime wrote it, for the same eyes.
    for (const file of files.filter((name) => name !== 'runtime.log'))
      expectNone(readFileSync(join(output, file), 'utf8'));
    expect(statSync(join(output, 'evidence.jsonl')).mode & 0o077).toBe(0);
    const evidence = readFileSync(join(output, 'evidence.jsonl'), 'utf8');
    expect(evidence).toContain('"others":[{"id":"');
    expect(evidence).toContain('401: sent Basic [redacted]');

    expectNone(shown(await bench.criprobe(['judge', output])));
    expectNone(shown(await bench.criprobe(['judge', output, '--json'])));
    expectNone(shown(await bench.criprobe(['compare', `a=${output}`, `b=${output}`, '--markdown'])));
  });

  it('streams no secret with --ndjson', async () => {
    const words = ['run', ...scenarios, ...target(), '--ndjson', '-o', bench.path('nd'), ...limits];
    const { stdout, stderr } = await bench.criprobe(words, { env });
    expect(stdout).toContain('"type":"result"');
    expectNone(stdout + stderr);
  });

  it('leaves none in the verdict of a gate, and only the commands in its ledger', async () => {
    const policy = bench.path('policy.yaml');
    const rule = 'require: [{ profile: core, level: must, result: success }]\nminimum: { executed: 1 }\n';
    writeFileSync(policy, `apiVersion: criprobe/v1\nkind: GatePolicy\n${rule}`);
    const verdict = bench.path('verdict.json');
    const words = ['--policy', policy, '--verdict-file', verdict, '--explain', '-o', bench.path('gate')];
    const running = bench.start(['gate', ...words, '--only', scenarios.join(','), ...target(), ...limits], {
      env,
    });
    const ledgers = new Map<string, string>();
    const look = setInterval(() => {
      for (const file of namesBelow(bench.path('state')))
        if (file.endsWith('.jsonl')) ledgers.set(file, readText(bench.path(`state/${file}`)));
    }, 100);
    const end = await running.end;
    clearInterval(look);
    expectNone(shown(end));
    expectNone(readFileSync(verdict, 'utf8'));
    expect(ledgers.size).toBeGreaterThan(0);
    for (const text of ledgers.values())
      expectNone(
        text,
        all.filter((place) => place !== 'command'),
      );
  });
});

/** Ledgers go when a run is over. */
/** None while a directory among them is being removed. */
function namesBelow(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

describe('other commands', () => {
  it.each([
    ['doctor', '--try-pod'],
    ['doctor', '--json'],
    ['cleanup', '--all'],
  ])('%s %s shows none', async (...words) => {
    expectNone(shown(await bench.criprobe([...words, '-r', bench.path('cri.sock')], { env })));
  });

  it('play keeps registry credentials out of its calls, and shows no data of Secrets', async () => {
    const auths = {
      'r.test': { username: 'u', password: planted.registry, auth: base64(`u:${planted.registry}`) },
    };
    const secrets = [
      {
        name: 'pull',
        type: 'kubernetes.io/dockerconfigjson',
        stringData: { '.dockerconfigjson': JSON.stringify({ auths }) },
      },
      { name: 'own', type: 'Opaque', stringData: { password: planted.manifest } },
    ].map(({ name, ...rest }) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, ...rest }));
    const secretKeyRef = { name: 'own', key: 'password' };
    const containers = [
      { name: 'a', image: 'registry.test/box:1', env: [{ name: 'P', valueFrom: { secretKeyRef } }] },
      { name: 'b', image: 'r.test/private:1' },
    ];
    const spec = { restartPolicy: 'Never', imagePullSecrets: [{ name: 'pull' }], containers };
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'mine' }, spec };
    const manifest = bench.path('pod.yaml');
    writeFileSync(manifest, [...secrets, pod].map((document) => JSON.stringify(document)).join('\n---\n'));
    const calls = bench.path('calls.jsonl');
    const running = bench.start(['play', manifest, '-r', bench.path('cri.sock'), '--calls', calls], { env });
    await running.shown('mine: ');
    const end = await running.end;
    expect(received).toContain(planted.registry);
    expectNone(shown(end));
    const text = readFileSync(calls, 'utf8');
    expectNone(
      text,
      all.filter((place) => place !== 'manifest'),
    );
    // Variables are there as they were sent; what comes back repeats nothing.
    expect(text).toContain(base64(planted.manifest));
    const back = text
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ ...(JSON.parse(line) as object), request: undefined }));
    expect(JSON.stringify(back)).toContain('no container with');
    expectNone(JSON.stringify(back));
    expect(statSync(calls).mode & 0o077).toBe(0);
  });
});
