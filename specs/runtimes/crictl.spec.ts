// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { documents, echoOf, eventually, type Background, type Crictl } from './support/crictl.js';
import { serveForCrictl, type CrictlBench } from './support/crictl-served.js';
import type {
  CriEvent,
  Image,
  InspectOutput,
  Item,
  Metrics,
  PodStats,
  Stats,
} from './support/crictl-shapes.js';

const versions = process.env.CRIPROBE_SKIP_RUNTIMES === '1' ? [] : ['1.36.0', '1.30.0'];
const anyImage = 'docker.io/library/thing:1';

if (versions.length === 0) it.skip('left out because of CRIPROBE_SKIP_RUNTIMES=1', () => undefined);

for (const version of versions)
  describe(`crictl ${version} on criprobe serve`, () => {
    theLife(version);
  });

/** Told in order: each step builds on the one before it. */
function theLife(version: string): void {
  let opened: CrictlBench;
  let bench: CrictlBench['bench'];
  let crictl: Crictl;
  let events: Background;
  let box: string;
  let pod: string;
  let main: string;

  const create = (name: string, image: string, command: readonly string[]): Promise<string> =>
    opened.create(pod, { name, image, command });
  const seenOf = (id: string): readonly string[] =>
    (documents(events.stdout()) as readonly CriEvent[])
      .filter(({ containerId }) => containerId === id)
      .map(({ containerEventType }) => containerEventType);
  const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

  beforeAll(async () => {
    opened = await serveForCrictl(version);
    ({ bench, crictl, box } = opened);
  });
  afterAll(async () => {
    // When it could not be opened, that has failed already and cleaned up after itself.
    await (opened as CrictlBench | undefined)?.close();
  });

  it('says what runtime this is and that it is ready', async () => {
    expect(await crictl.text('version')).toMatch(
      /RuntimeName: +criprobe-reference[^]*RuntimeApiVersion: +v1$/,
    );
    const { status } = await crictl.json<{ status: { conditions: readonly object[] } }>('info');
    expect(status.conditions).toEqual([
      expect.objectContaining({ type: 'RuntimeReady', status: true }),
      expect.objectContaining({ type: 'NetworkReady', status: true }),
      expect.objectContaining({ type: 'ProcessesAreReal', status: false }),
    ]);
    expect(await crictl.text('runtime-config')).toMatch(/cgroup driver/i);
  });

  it('pulls from a registry, with and without credentials, and from nowhere with --any-image', async () => {
    expect(await crictl.text('pull', box)).toMatch(/sha256:[0-9a-f]{64}$/);
    const locked = `${opened.registry.address}/private/token/${version}/box:1`;
    const { username, password } = opened.registry.credentials;
    expect((await crictl.run(['pull', locked])).exit).not.toBe(0);
    expect(await crictl.text('pull', '--creds', `${username}:${password}`, locked)).toMatch(/sha256:/);
    await crictl.text('rmi', locked);
    expect(await crictl.text('pull', anyImage)).toMatch(/sha256:/);
    const absent = await crictl.run(['pull', `${opened.registry.address}/faults/404/box:1`]);
    expect(absent.exit).not.toBe(0);
    expect(absent.stderr).toContain('NotFound');
  });

  it('lists and inspects images, and says where they lie', async () => {
    const { images } = await crictl.json<{ images: readonly Image[] }>('images', '-o', 'json');
    expect(images.flatMap(({ repoTags }) => repoTags)).toEqual(expect.arrayContaining([box, anyImage]));
    expect(await crictl.text('images')).toContain(`own/${version}/box`);
    expect(lines(await crictl.text('images', '-q', box))).toHaveLength(1);
    const { status, info } = await crictl.json<InspectOutput>('inspecti', box);
    const { digest } = (await opened.registry.find(`own/${version}/box:1`)) ?? { digest: 'not served' };
    expect(status.repoTags).toEqual([box]);
    expect(status.repoDigests).toEqual([`${opened.registry.address}/own/${version}/box@${digest}`]);
    expect(info).not.toEqual({});
    const disk = await crictl.json<{
      status: { imageFilesystems: readonly { usedBytes: { value: string } }[] };
    }>('imagefsinfo');
    expect(Number(disk.status.imageFilesystems[0]?.usedBytes.value)).toBeGreaterThan(0);
  });

  it('sees events from the moment it watches', async () => {
    events = crictl.background('events');
    const canary = await opened.podFile('canary');
    await eventually('the first event', async () => {
      await crictl.text('rmp', '-f', await crictl.text('runp', canary));
      return events.stdout() === '' ? undefined : true;
    });
    expect((documents(events.stdout()) as readonly CriEvent[])[0]?.containerEventType).toMatch(
      /^CONTAINER_\w+_EVENT$/,
    );
  });

  it('runs a pod and finds it with each filter', async () => {
    pod = await crictl.text('runp', await opened.podFile('web'));
    expect(pod).toMatch(/^[0-9a-f]{64}$/);
    const found = async (...filter: string[]): Promise<readonly string[]> =>
      lines(await crictl.text('pods', '-q', '--no-trunc', ...filter));
    expect(await found()).toEqual([pod]);
    expect(await found('--id', pod)).toEqual([pod]);
    expect(await found('--id', pod.slice(0, 13))).toEqual([pod]);
    expect(await found('--label', 'app=web', '--state', 'Ready', '--name', 'we')).toEqual([pod]);
    expect(await found('--label', 'app=other')).toEqual([]);
    expect(await found('--state', 'NotReady')).toEqual([]);
    const { items } = await crictl.json<{ items: readonly Item[] }>('pods', '-o', 'json');
    expect(items[0]).toMatchObject({
      id: pod,
      state: 'SANDBOX_READY',
      labels: { app: 'web' },
      metadata: { name: 'web' },
    });
    const { status } = await crictl.json<InspectOutput>('inspectp', pod);
    expect(status).toMatchObject({ id: pod, state: 'SANDBOX_READY', labels: { app: 'web' } });
    expect(status.network.ip).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
  });

  it('refuses a second pod of the same name', async () => {
    const { exit, stderr } = await crictl.run(['runp', await opened.podFile('web')]);
    expect(exit).not.toBe(0);
    expect(stderr).toContain('AlreadyExists');
  });

  it('creates and starts a container and shows it in each state', async () => {
    main = await create('main', box, [
      '/box',
      'print hello',
      'eprint oops',
      'on TERM exit 7',
      'tick 100ms line',
    ]);
    const { containers } = await crictl.json<{ containers: readonly Item[] }>('ps', '-a', '-o', 'json');
    expect(containers).toEqual([
      expect.objectContaining({ id: main, state: 'CONTAINER_CREATED', labels: { part: 'main' } }),
    ]);
    expect(await crictl.text('ps', '-q')).toBe('');
    await crictl.text('start', main);
    expect(
      await crictl.text('ps', '-q', '--no-trunc', '--pod', pod, '--state', 'Running', '--label', 'part=main'),
    ).toBe(main);
    expect(await crictl.text('ps')).toMatch(/Running +main +0/);
    const { status } = await crictl.json<InspectOutput>('inspect', main);
    expect(status).toMatchObject({ state: 'CONTAINER_RUNNING', logPath: bench.path('logs/web/main.log') });
  });

  it('executes synchronously: output, streams and exit codes', async () => {
    // This one prints both on its stdout, stdout first.
    expect(
      lines(await crictl.text('exec', '-s', main, '/box', 'print out', 'eprint err', 'print more')),
    ).toEqual(['out', 'more', 'err']);
    const failed = await crictl.run(['exec', '-s', main, '/box', 'eprint no', 'exit 3']);
    expect(failed.exit).not.toBe(0);
    expect(failed.stderr).toContain('exited with 3');
    const missing = await crictl.run(['exec', '-s', main, '/no/such/program']);
    expect(missing.exit).not.toBe(0);
    const late = await crictl.run(['exec', '-s', '--timeout', '1', main, '/box', 'wait']);
    expect(late.exit).not.toBe(0);
    expect(late.stderr).toMatch(/DeadlineExceeded|timed out|timeout/i);
  });

  it.each(['spdy', 'websocket'])(
    'executes over %s: output, streams, stdin and exit codes',
    async (transport) => {
      const exec = ['exec', '--transport', transport];
      expect(await crictl.run([...exec, main, '/box', 'print out', 'eprint err'])).toMatchObject({
        exit: 0,
        stdout: 'out\n',
        stderr: expect.stringContaining('err\n') as unknown,
      });
      const echoed = await crictl.run([...exec, '-i', main, '/box', 'echo', 'print end'], {
        input: 'to and fro\n',
      });
      expect(echoed).toMatchObject({ exit: 0, stdout: 'to and fro\nend\n' });
      const failed = await crictl.run([...exec, main, '/box', 'print before', 'exit 4']);
      expect(failed).toMatchObject({ stdout: 'before\n', stderr: expect.stringContaining('4') as unknown });
      expect(failed.exit).not.toBe(0);
    },
  );

  it.each(['spdy', 'websocket'])('carries much, and keeps it whole, over %s', async (transport) => {
    const input = 'criprobe\n'.repeat(100_000);
    const { exit, stdout } = await crictl.run(
      ['exec', '--transport', transport, '-i', main, '/box', 'echo'],
      { input },
    );
    expect(exit).toBe(0);
    expect(stdout === input).toBe(true);
  });

  // crictl 1.30.0 asks for the URL and then fails with "unknown transport": its attach forgets its own flag.
  const itAttaches = version === '1.30.0' ? it.skip : it;
  itAttaches.each(['spdy', 'websocket'])(
    'attaches to a container over %s until it ends',
    async (transport) => {
      const command = ['/box', 'echo', 'print stdin has ended'];
      const asked = { name: `reader-${transport}`, image: box, command, stdin: true, stdin_once: true };
      const reader = await opened.create(pod, asked);
      await crictl.text('start', reader);
      const attached = await crictl.run(['attach', '--transport', transport, '-i', reader], {
        input: 'hello in there\n',
      });
      expect(attached.stdout).toContain('hello in there\n');
      expect(await opened.exited(reader)).toMatchObject({ exitCode: 0 });
      expect(await crictl.text('logs', reader)).toBe('hello in there\nstdin has ended');
      await crictl.text('rm', reader);
    },
  );

  it.each(['spdy', 'websocket'])('forwards a port into the pod over %s', async (transport) => {
    const server = await create(`server-${transport}`, box, [
      '/box',
      'on TERM exit 0',
      'listen tcp 8080',
      'wait',
    ]);
    await crictl.text('start', server);
    const forward = crictl.background('port-forward', '--transport', transport, pod, '0:8080');
    const port = await eventually('a forwarded port', () =>
      /Forwarding from 127\.0\.0\.1:(\d+)/.exec(forward.stdout())?.at(1),
    );
    expect(await echoOf(Number(port), 'through the tunnel\n')).toBe('through the tunnel\n');
    forward.kill();
    await forward.end;
    await crictl.text('rm', '-f', server);
  });

  it('reads and follows logs, both streams, to their end', async () => {
    const follower = crictl.background('logs', '-f', main);
    await eventually('a line that is followed', () =>
      /^line 3$/m.test(follower.stdout()) ? true : undefined,
    );
    const { stdout, stderr } = await crictl.run(['logs', main]);
    expect(stdout).toMatch(/^hello\nline 1\nline 2\nline 3\n/);
    expect(stderr).toContain('oops\n');
    expect(lines(await crictl.text('logs', '--tail', '1', main))).toHaveLength(1);
    expect(await crictl.text('logs', '-t', main)).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\S* hello$/m);
    expect(await readFile(bench.path('logs/web/main.log'), 'utf8')).toMatch(/^\S+ stdout F hello$/m);
    follower.kill();
    await follower.end;
  });

  it('shows stats of containers and pods that move', async () => {
    const read = async (): Promise<Stats | undefined> =>
      (await crictl.json<{ stats: readonly Stats[] }>('stats', '-o', 'json', '--id', main)).stats[0];
    const first = await read();
    expect(first?.attributes.id).toBe(main);
    expect(Number(first?.memory.workingSetBytes.value)).toBeGreaterThan(0);
    const later = await eventually('another sample', async () => {
      const sample = await read();
      return sample?.cpu.timestamp === first?.cpu.timestamp ? undefined : sample;
    });
    const used = ({ cpu }: Stats): bigint => BigInt(cpu.usageCoreNanoSeconds.value);
    expect(used(later)).toBeGreaterThan(used(first as Stats));
    expect(await crictl.text('stats', main)).toContain(main.slice(0, 13));
    const pods = await crictl.json<{ stats: readonly PodStats[] }>('statsp', '-o', 'json', '--id', pod);
    expect(
      pods.stats.map(({ attributes, linux }) => [
        attributes.id,
        linux.containers.map((one) => one.attributes.id),
      ]),
    ).toEqual([[pod, [main]]]);
  });

  it('shows metrics of pods, and what they mean where crictl asks', async () => {
    const { podMetrics } = await crictl.json<Metrics>('metricsp');
    expect(
      podMetrics.map(({ podSandboxId, containerMetrics }) => [
        podSandboxId,
        containerMetrics[0]?.containerId,
      ]),
    ).toEqual([[pod, main]]);
    if (version === '1.30.0') return;
    const { descriptors } = await crictl.json<{ descriptors: readonly { name: string; help: string }[] }>(
      'metricdescs',
    );
    expect(descriptors).not.toEqual([]);
    expect(descriptors.every(({ name, help }) => name !== '' && help !== '')).toBe(true);
  });

  it('updates resources and shows them', async () => {
    await crictl.text('update', '--memory', '67108864', '--cpu-share', '512', main);
    const { status } = await crictl.json<InspectOutput>('inspect', main);
    expect(status.resources.linux).toMatchObject({ memoryLimitInBytes: '67108864', cpuShares: '512' });
  });

  it('lets programs of images that nobody knows behave as was said', async () => {
    const job = await create('job', anyImage, ['job']);
    await crictl.text('start', job);
    expect(await opened.exited(job)).toMatchObject({ exitCode: 4, reason: 'Error' });
    const daemon = await create('daemon', anyImage, ['daemon']);
    await crictl.text('start', daemon);
    expect((await crictl.json<InspectOutput>('inspect', daemon)).status.state).toBe('CONTAINER_RUNNING');
    await crictl.text('stop', '--timeout', '10', daemon);
    expect(await opened.exited(daemon)).toMatchObject({ state: 'CONTAINER_EXITED' });
    await crictl.text('rm', job, daemon);
  });

  it('stops the container as its program wants it, once', async () => {
    await crictl.text('stop', '--timeout', '10', main);
    expect((await crictl.json<InspectOutput>('inspect', main)).status).toMatchObject({
      state: 'CONTAINER_EXITED',
      exitCode: 7,
    });
    await crictl.text('stop', main);
    expect(await crictl.text('ps', '-q')).toBe('');
    expect(await crictl.text('ps', '-a', '-q', '--no-trunc', '--state', 'Exited')).toBe(main);
    const exec = await crictl.run(['exec', '-s', main, '/box', 'print too late']);
    expect(exec.exit).not.toBe(0);
    expect(await crictl.text('logs', main)).toContain('hello');
  });

  it('refuses to remove a pod that runs, stops it, and removes container, pod and image', async () => {
    expect((await crictl.run(['rmp', pod])).exit).not.toBe(0);
    await crictl.text('rm', main);
    expect(await crictl.text('ps', '-a', '-q')).toBe('');
    await crictl.text('stopp', pod);
    expect(await crictl.text('pods', '-q', '--no-trunc', '--state', 'NotReady')).toBe(pod);
    await crictl.text('rmp', pod);
    expect(await crictl.text('pods', '-q')).toBe('');
    await crictl.text('rmi', box, anyImage);
    const left = await crictl.json<{ images: readonly Image[] }>('images', '-o', 'json');
    expect(
      left.images.flatMap(({ repoTags }) => repoTags).filter((tag) => [box, anyImage].includes(tag)),
    ).toEqual([]);
  });

  it('has seen the whole life of container and pod as events, in order', async () => {
    const life = ['CREATED', 'STARTED', 'STOPPED', 'DELETED'].map((what) => `CONTAINER_${what}_EVENT`);
    await eventually('the event that the pod is deleted', () =>
      seenOf(pod).length >= life.length ? true : undefined,
    );
    events.kill();
    await events.end;
    expect(seenOf(main)).toEqual(life);
    expect(seenOf(pod)).toEqual(life);
  });

  it.each([
    ['inspect', 'inspect'],
    ['inspectp', 'inspectp'],
    ['start', 'start'],
    ['stop', 'stop'],
    ['update', 'update', '--memory', '67108864'],
    ['exec', 'exec', '-s'],
    ['logs', 'logs'],
  ])('%s of an id that nothing has fails and says NotFound', async (name, ...command) => {
    const { exit, stdout, stderr } = await crictl.run([
      ...command,
      'nothing-has-this-id',
      ...(name === 'exec' ? ['/box'] : []),
    ]);
    expect(exit).not.toBe(0);
    expect(stdout + stderr).toContain('NotFound');
  });

  it('says that an image is not there', async () => {
    const { exit, stderr } = await crictl.run(['inspecti', 'opened.registry.test/none:1']);
    expect(exit).not.toBe(0);
    expect(stderr).toContain('no such image');
  });

  it('is still served by the process that was started, which ends when told to', async () => {
    expect(opened.served.process.exitCode).toBeNull();
    opened.served.process.kill('SIGTERM');
    expect((await opened.served.end).exit).toBe(143);
    expect((await crictl.run(['version'])).exit).not.toBe(0);
  });
}
