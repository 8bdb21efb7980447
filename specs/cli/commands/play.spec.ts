// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { loadDefinitions } from '#cri/proto/definitions.js';
import { connectCri } from '#cri/client/grpc-client.js';
import { compareReads } from '../../support/recordings/compare/compare-reads.js';
import { compareStories } from '../../support/recordings/compare/compare-stories.js';
import { canonical, type CanonicalCall } from '../../support/recordings/compare/canonical.js';
import { isAboutNode } from '../../support/recordings/heard-call.js';
import { nodeOf } from '../../support/recordings/play/node-of.js';
import { recordedCalls } from '../../support/recordings/play/play.js';
import { recordingsHere } from '../../support/recordings/recordings-here.js';
import { openBench, type Bench, type CliEnd } from '../../support/cli/run-cli.js';

jest.setTimeout(60_000);

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  expect(readdirSync(bench.path('state/runs'))).toEqual([]);
  expect(readdirSync(bench.path('state/work'))).toEqual([]);
  await bench.dispose();
});

const box = 'registry.test/box:1';

interface CallLine {
  readonly command: readonly string[];
  readonly image?: string;
  readonly postStart?: readonly string[];
}

function pod(name: string, { command, image = box, postStart }: CallLine): object {
  const lifecycle = postStart && { lifecycle: { postStart: { exec: { command: postStart } } } };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: {
      restartPolicy: 'Never',
      containers: [{ name: 'main', image, imagePullPolicy: 'Always', command, ...lifecycle }],
    },
  };
}

/** Documents of one manifest; JSON is YAML. */
function manifest(...pods: readonly object[]): string {
  return pods.map((document) => JSON.stringify(document)).join('\n---\n');
}

function play(text: string, ...flags: readonly string[]): Promise<CliEnd> {
  return bench.criprobe(['play', '-', '--managed', 'reference', ...flags], { input: text });
}

interface Line {
  readonly rpc: string;
  readonly request: Readonly<Record<string, never>>;
  readonly deadline_ms: number | null;
  readonly response?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly details: string };
}

function linesOf(path: string): readonly Line[] {
  const text = readFileSync(path, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

const happy = pod('happy', { command: ['/box', 'print ready', 'wait'] });

describe('pods', () => {
  it('of several files and documents are all driven to their end', async () => {
    writeFileSync(bench.path('two.yaml'), manifest(happy, pod('job', { command: ['/box', 'exit 7'] })));
    writeFileSync(
      bench.path('hook.json'),
      manifest(pod('hook', { command: ['/box', 'wait'], postStart: ['/box', 'exit 3'] })),
    );
    const files = [bench.path('two.yaml'), bench.path('hook.json')];
    const { exit, stdout, stderr } = await bench.criprobe([
      'play',
      ...files,
      '--managed',
      'reference',
      '--hold',
      '1s',
    ]);
    expect(stdout.split('\n')).toEqual([
      ...['default/happy  Running, deleted', expect.stringMatching(/^ {2}main\b.* exited 143/)],
      ...['default/job  Failed, deleted', expect.stringMatching(/^ {2}main\b.* exited 7/)],
      ...['default/hook  Failed, deleted', expect.stringMatching(/^ {2}main\b.* exited 143/), ''],
    ]);
    for (const name of ['happy', 'job', 'hook']) expect(stderr).toContain(`${name}: deleted`);
    expect(exit).toBe(0);
  });

  it('that cannot have their image: why, and exit 1', async () => {
    const image = 'registry.test/faults/404/box:1';
    const { exit, stdout } = await play(manifest(pod('hungry', { command: ['/box'], image })));
    expect(stdout).toMatch(/^default\/hungry {2}Pending, deleted\n {2}main: ErrImagePull: .*not found/);
    expect(exit).toBe(1);
  });

  it('are held so long before they are deleted', async () => {
    const calls = bench.path('held.jsonl');
    const begunMs = performance.now();
    const { exit } = await play(manifest(happy), '--hold', '1500ms', '--calls', calls, '-q');
    expect(performance.now() - begunMs).toBeGreaterThan(1_500);
    expect(linesOf(calls).filter(({ rpc }) => rpc.startsWith('List')).length).toBeGreaterThan(2);
    expect(exit).toBe(0);
  });

  it('are deleted at the moment that was asked for, whatever they are doing', async () => {
    const containers = [{ name: 'main', image: box, command: ['/box', 'wait'] }];
    const initContainers = [{ name: 'endless', image: box, command: ['/box', 'wait'] }];
    const spec = { restartPolicy: 'Never', containers, initContainers };
    const hanging = { ...pod('hanging', { command: [] }), spec };
    const begunMs = performance.now();
    const { exit, stdout } = await play(manifest(hanging), '--delete-after', '500ms', '--grace', '1', '-q');
    expect(performance.now() - begunMs).toBeLessThan(20_000);
    expect(stdout).toMatch(/^default\/hanging {2}Pending, deleted/);
    expect(exit).toBe(0);
  });

  it('have one moment at which they are deleted', async () => {
    const { exit, stderr } = await play(manifest(happy), '--hold', '1s', '--delete-after', '1s');
    expect(stderr).toContain('--hold and --delete-after both say when the pods are deleted');
    expect(exit).toBe(2);
  });

  it('are ended at once by SIGINT: exit 130, nothing left on the runtime', async () => {
    const socket = bench.path('cri.sock');
    const served = bench.start(['serve', '--as-root', '--listen', socket, '-q']);
    const cri = connectCri({ runtimeEndpoint: socket });
    try {
      writeFileSync(bench.path('held.yaml'), manifest(happy));
      const target = ['-r', socket, '--wait-ready', '20s'];
      const playing = bench.start(['play', bench.path('held.yaml'), ...target, '--hold', '10m']);
      await playing.shown('happy: Running');
      playing.process.kill('SIGINT');
      expect((await playing.end).exit).toBe(130);
      expect(await cri.call('ListPodSandbox', {})).toMatchObject({ kind: 'ok', response: {} });
      const left = await cri.call('ListContainers', {});
      expect(left.kind === 'ok' && left.response).toEqual({});
    } finally {
      cri.close();
      served.process.kill('SIGTERM');
      await served.end;
    }
  });

  it('as JSON, on a stdout of their own', async () => {
    const job = manifest(pod('job', { command: ['/box', 'exit 7'] }));
    writeFileSync(bench.path('job.yaml'), job);
    const { stdout } = await bench.criprobe([
      'play',
      bench.path('job.yaml'),
      '--managed',
      'reference',
      ...['--hold', '1s', '--json'],
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      pods: [
        { name: 'job', phase: 'Failed', ended: 'terminated', containers: [{ exitCode: 7, reason: 'Error' }] },
      ],
    });
  });
});

describe('images', () => {
  const quiet = (text: string): boolean => !/Warning/.test(text);

  it('of any name run on the reference runtime, a dozen pods of them without a warning', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `web-${at}`);
    const pods = names.map((name) => pod(name, { command: ['sleep', '100'], image: 'example.test/nginx' }));
    const { exit, stdout, stderr } = await play(manifest(...pods), '--grace', '1');
    expect(stdout.match(/Running, deleted/g)).toHaveLength(12);
    expect({ exit, isQuiet: quiet(stderr) }).toEqual({ exit: 0, isQuiet: true });
  });

  it('that are present are not pulled, and nothing else is made up', async () => {
    const [here, gone] = ['127.0.0.1:1/busybox:1', '127.0.0.1:1/gone:1'];
    const container = { command: ['sh', '-c', 'exit 3'], imagePullPolicy: 'IfNotPresent' };
    const containers = [
      { ...container, name: 'here', image: here },
      { ...container, name: 'gone', image: gone },
    ];
    const calls = bench.path('present.jsonl');
    const both = JSON.stringify({ ...happy, spec: { restartPolicy: 'Never', containers } });
    const { stdout } = await play(both, '--present', here, '--calls', calls);
    expect(stdout).toMatch(/ here {2}exited 3/);
    expect(stdout).toMatch(/ gone: .*connection refused/);
    const pulled = linesOf(calls).filter(({ rpc }) => rpc === 'PullImage');
    expect(JSON.stringify(pulled)).toContain(gone);
    expect(JSON.stringify(pulled)).not.toContain(here);
  });

  it('that cannot be made present: why, exit 2', async () => {
    const { exit, stderr } = await play(manifest(happy), '--present', 'registry.test/faults/404/box:1');
    expect(stderr).toMatch(/--present \S+faults\/404\/box:1: .*not found/);
    expect(exit).toBe(2);
  });
});

describe('a manifest that cannot be read', () => {
  const cases: readonly (readonly [what: string, text: string, says: RegExp])[] = [
    ['is no YAML', '{', /is not YAML/],
    ['has no Pod', '---\n', /has no Pod/],
    ['has another kind', 'kind: Deployment', /kind/],
    ['has a Pod without containers', JSON.stringify({ ...happy, spec: {} }), /spec\.containers/],
  ];

  it.each(cases)('because it %s: exit 2, nothing started', async (_, text, says) => {
    const { exit, stdout, stderr } = await play(text);
    expect(stderr).toMatch(says);
    expect(stderr).toContain('[E-MANIFEST]');
    expect(stderr).not.toContain('runtime ');
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
  });

  it('because it is not there: exit 2', async () => {
    const { exit, stderr } = await bench.criprobe(['play', '/no/such.yaml', '--managed', 'reference']);
    expect(stderr).toContain('/no/such.yaml cannot be read');
    expect(exit).toBe(2);
  });
});

describe('--calls', () => {
  let lines: readonly Line[];
  beforeAll(async () => {
    const job = pod('job', { command: ['/box', 'exit 7'] });
    const { exit } = await play(manifest(job), '--calls', bench.path('calls.jsonl'));
    expect(exit).toBe(0);
    lines = linesOf(bench.path('calls.jsonl'));
  });

  it('has one line per call, in four fields', () => {
    for (const line of lines) {
      const ending = 'response' in line ? 'response' : 'error';
      expect(Object.keys(line)).toEqual(['rpc', 'request', 'deadline_ms', ending]);
      expect(line.deadline_ms === null).toBe(line.rpc === 'PullImage');
    }
  });

  it('has them in the order in which they were sent', () => {
    const changes = lines.map(({ rpc }) => rpc).filter((rpc) => !/^List|Status$/.test(rpc));
    expect(changes).toEqual([
      ...['RunPodSandbox', 'PullImage', 'CreateContainer', 'StartContainer'],
      ...changes.slice(4),
    ]);
    expect(changes.at(-1)).toBe('RemovePodSandbox');
    expect(changes.indexOf('StopPodSandbox')).toBeLessThan(changes.indexOf('RemoveContainer'));
  });

  it('has messages in the names of the proto, defaults absent', () => {
    const definitions = loadDefinitions('v1');
    for (const { rpc, request, response } of lines) {
      const its = definitions.get(rpc as 'Version');
      if (its === undefined) throw new Error(`no method ${rpc}`);
      expect(its.requestDeserialize(its.requestSerialize(request))).toEqual(request);
      if (response !== undefined)
        expect(its.responseDeserialize(its.responseSerialize(response))).toEqual(response);
    }
  });

  it('has refusals with code and text', async () => {
    const image = 'registry.test/faults/404/box:1';
    const hungry = manifest(pod('hungry', { command: ['/box'], image }));
    await play(hungry, '--calls', bench.path('refused.jsonl'));
    const pull = linesOf(bench.path('refused.jsonl')).find(({ rpc }) => rpc === 'PullImage');
    expect(pull?.error?.code).toBeGreaterThan(0);
    expect(pull?.error?.details).toContain('not found');
    expect(pull).not.toHaveProperty('response');
  });

  it('that cannot be written: exit 7, and nothing left', async () => {
    const { exit, stderr } = await play(manifest(happy), '--calls', bench.path('no/such/dir/calls'));
    expect(stderr).toContain('[E-EVIDENCE-WRITE]');
    expect(exit).toBe(7);
  });
});

describe('a pod that a real kubelet was recorded with', () => {
  const recordings = recordingsHere();
  const recordedBox = '127.0.0.1:5001/box:1';

  it.each(['happy-one', 'exit-never', 'liveness-fail', 'bad-entrypoint', '1.20/env-args'])(
    '%s: the same calls',
    async (title) => {
      const recording = recordings.get(title);
      if (recording === undefined) throw new Error(title);
      const { version, pod: recorded } = recording;
      const [node, calls] = [bench.path('node.json'), bench.path('recorded.jsonl')];
      writeFileSync(node, JSON.stringify(nodeOf(recording)));
      const asThen = ['--kubelet', version, '--static', '--node', node, '--present', recordedBox];
      await play(JSON.stringify(recorded), ...asThen, '--calls', calls);
      const [theirs, ours] = [recordedCalls(recording), canonicalOf(linesOf(calls), version)];
      expect(compareStories(theirs, ours, version)).toEqual([]);
      expect(compareReads(theirs, ours, version)).toEqual([]);
    },
  );
});

interface PlayLog {
  readonly log_directory: string;
  readonly metadata: { readonly uid: string };
}

function canonicalOf(lines: readonly Line[], version: string): readonly CanonicalCall[] {
  const calls = lines.map(({ deadline_ms: deadlineMs, ...line }, at) => ({
    ...line,
    deadlineMs,
    beganMs: at,
    endedMs: at + 0.5,
  }));
  const config = lines.find(({ rpc }) => rpc === 'RunPodSandbox')?.request['config'] as PlayLog | undefined;
  const directory = (config?.log_directory ?? '').split('/pods/')[0] ?? '';
  return canonical(
    calls.filter((call) => !isAboutNode(call)),
    {
      names: [
        [config?.metadata.uid ?? '', '<uid>'],
        [`${directory}/pods`, '/var/log/pods'],
        [`${directory}/kubelet`, '/var/lib/kubelet'],
      ],
      envIsText: version === '1.20',
    },
  );
}
