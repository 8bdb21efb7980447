// SPDX-License-Identifier: Apache-2.0
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectCri } from '#cri/grpc-client.js';
import type { CriClient } from '#cri/client.js';
import type { Launched } from '#launchers/launcher.js';
import { launcherFor } from '#launchers/launcher-for.js';
import { cleanUpRun } from '#run-ledger/clean-up-run.js';
import { listRuns } from '#run-ledger/list-runs.js';
import { createOwnDirectory } from '#run-ledger/own-directory.js';
import { openLedger } from '#run-ledger/ledger.js';
import { undoTraces } from '#run-ledger/undo/undo-traces.js';
import type { Trace } from '#run-ledger/trace.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { census, leftSince, newSince } from './support/census.js';
import { answer, runPod } from './support/run-pod.js';
import { containerds, skipRuntimes } from './support/runtimes-here.js';

const child = join(import.meta.dirname, 'support', 'launch-and-wait.mjs');
const dist = join(import.meta.dirname, '..', '..', 'dist', 'launchers', 'launcher-for.js');
const limitMs = 120_000;

let registry: TestRegistry;
let directory: string;
let before: ReadonlySet<string>;
/** What each test launched, for the case that it fails halfway. */
let traces: Trace[];
const clients: CriClient[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.close());
beforeEach(() => {
  // /var/tmp and not /tmp: an overlay needs a real file system below it.
  directory = mkdtempSync('/var/tmp/criprobe-spec-');
  before = census();
  traces = [];
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  for (const process of children.splice(0)) process.kill('SIGKILL');
  await undoTraces(traces);
  for (const record of listRuns(directory))
    await undoTraces(record.entries.flatMap((entry) => (entry.kind === 'trace' ? entry.trace : [])));
  rmSync(directory, { recursive: true, force: true });
});

const work = (): string => join(directory, 'runtime');

async function launch(spec: string, where: string = work()): Promise<Launched> {
  return launcherFor(spec).launch({
    directory: where,
    registry: registry.address,
    sandboxImage: `${registry.address}/pause:1`,
    leaves: (trace) => traces.push(trace),
  });
}

function connected(endpoint: string): CriClient {
  const client = connectCri({ runtimeEndpoint: endpoint });
  clients.push(client);
  return client;
}

/** Starts a harness and kills it as soon as it has said what is waited for. */
async function killedAt(spec: string, moment: (said: Said) => boolean | Promise<boolean>): Promise<void> {
  const harness = spawn(process.execPath, [child, spec, directory, work(), registry.address], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(harness);
  for await (const line of createInterface(harness.stdout)) {
    if (!(await moment(JSON.parse(line) as Said))) continue;
    harness.kill('SIGKILL');
    await once(harness, 'exit');
    return;
  }
  throw new Error('the harness ended before that moment');
}

interface Said {
  readonly left?: Trace['kind'];
  readonly endpoint?: string;
}

const neverConnects = (): never => {
  throw new Error('a runtime of ours is not cleaned object by object');
};

if (skipRuntimes) {
  it.skip('CRIPROBE_SKIP_RUNTIMES=1: no containerd is launched by these specs', () => undefined);
} else {
  describe.each(containerds)('a private containerd $series', ({ series, spec = '' }) => {
    it('is set up', () => {
      // Not there: run .ci/setup-runtimes, or say CRIPROBE_SKIP_RUNTIMES=1.
      expect(spec).toMatch(/^containerd/);
    });

    it(
      'runs a pod with its image from our registry, and nothing is left of it',
      async () => {
        const launched = await launch(spec);
        const client = connected(launched.endpoint);
        const version = await answer(client, 'Version', {});
        expect(version.runtime_version).toMatch(new RegExp(`^v?${series.replaceAll('.', '\\.')}`));
        const logs = join(directory, 'logs');
        const pod = await runPod(client, { images: registry.address, logs });
        const status = await answer(client, 'ContainerStatus', { container_id: pod.container });
        expect(status.status?.state).toBe('CONTAINER_RUNNING');
        expect(pod.ip).toMatch(/^10\.2\d\d\./);
        expect(newSince(before)).not.toEqual([]);
        await launched[Symbol.asyncDispose]();
        expect(readFileSync(join(logs, pod.uid, 'box.log'), 'utf8')).toContain('hello');
        expect(await leftSince(before)).toEqual([]);
        expect(existsSync(work())).toBe(false);
        await expect(launched[Symbol.asyncDispose]()).resolves.toBeUndefined();
      },
      limitMs,
    );

    it(
      'is reached from the host at the pod’s address',
      async () => {
        const launched = await launch(spec);
        const args = ['listen tcp 8080', 'wait'];
        const pod = await runPod(connected(launched.endpoint), {
          images: registry.address,
          logs: join(directory, 'logs'),
          args,
        });
        await expect(canConnect(pod.ip, 8080)).resolves.toBe(true);
        await launched[Symbol.asyncDispose]();
        expect(await leftSince(before)).toEqual([]);
      },
      limitMs,
    );

    it(
      'does not disturb another one, and the last to go leaves nothing',
      async () => {
        const [first, second] = await Promise.all([launch(spec), launch(spec, `${work()}-2`)]);
        const [one, two] = [connected(first.endpoint), connected(second.endpoint)];
        const wanted = { images: registry.address, logs: join(directory, 'logs') };
        const [, kept] = await Promise.all([runPod(one, wanted), runPod(two, wanted)]);
        await first[Symbol.asyncDispose]();
        const status = await answer(two, 'ContainerStatus', { container_id: kept.container });
        expect(status.status?.state).toBe('CONTAINER_RUNNING');
        await second[Symbol.asyncDispose]();
        expect(await leftSince(before)).toEqual([]);
      },
      limitMs,
    );

    it(
      'is undone from the ledger when the harness is killed with pods running',
      async () => {
        expect(existsSync(dist)).toBe(true);
        await killedAt(spec, async ({ endpoint }) => {
          if (endpoint === undefined) return false;
          const client = connected(endpoint);
          await runPod(client, { images: registry.address, logs: join(directory, 'logs') });
          await runPod(client, { images: registry.address, logs: join(directory, 'logs') });
          return true;
        });
        const [record] = listRuns(directory);
        expect(record?.alive).toBe(false);
        expect(newSince(before)).not.toEqual([]);
        const report = record && (await cleanUpRun(record, neverConnects));
        expect(report?.remains).toEqual([]);
        expect(await leftSince(before)).toEqual([]);
        expect(existsSync(work())).toBe(false);
        expect(listRuns(directory)).toEqual([]);
      },
      limitMs,
    );

    it.each(['directory', 'process-group'] as const)(
      'is undone when the harness is killed right after it recorded its %s',
      async (kind) => {
        await killedAt(spec, ({ left }) => left === kind);
        for (const record of listRuns(directory))
          expect((await cleanUpRun(record, neverConnects)).remains).toEqual([]);
        expect(await leftSince(before)).toEqual([]);
        expect(existsSync(work())).toBe(false);
      },
      limitMs,
    );

    it(
      'keeps a foreign pod running while the ledger’s pods on the same runtime are removed',
      async () => {
        const launched = await launch(spec);
        const client = connected(launched.endpoint);
        const logs = join(directory, 'logs');
        const foreign = await runPod(client, { images: registry.address, logs });
        const ours = await runPod(client, {
          images: `${registry.address}/own/x`,
          logs,
          labels: { 'io.criprobe.run': 'x' },
        });
        const ledger = openLedger('x', { state: directory, namespace: 'launch', startedAt: new Date() });
        ledger.add({
          kind: 'endpoint',
          endpoint: launched.endpoint,
          imageEndpoint: launched.endpoint,
          owned: false,
        });
        ledger.add({ kind: 'pod-uid', uid: ours.uid });
        ledger.add({ kind: 'image-prefix', prefix: `${registry.address}/own/x/` });
        ledger.keep();
        const [record] = listRuns(directory);
        const report =
          record && (await cleanUpRun(record, ({ endpoint }) => connectCri({ runtimeEndpoint: endpoint })));
        expect(report?.remains).toEqual([]);
        const sandboxes = await answer(client, 'ListPodSandbox', {});
        expect(sandboxes.items?.map(({ id }) => id)).toEqual([foreign.sandbox]);
        const status = await answer(client, 'ContainerStatus', { container_id: foreign.container });
        expect(status.status?.state).toBe('CONTAINER_RUNNING');
        const images = await answer(client, 'ListImages', {});
        const names = (images.images ?? []).flatMap(({ repo_tags: tags = [] }) => tags);
        expect(names).toContain(`${registry.address}/box:1`);
        expect(names.filter((name) => name.includes('/own/x/'))).toEqual([]);
        await launched[Symbol.asyncDispose]();
        expect(await leftSince(before)).toEqual([]);
      },
      limitMs,
    );
  });

  describe('a containerd that cannot start', () => {
    it('is one failure with the last lines of its log, and nothing is left', async () => {
      createOwnDirectory(join(directory, 'binaries'));
      const fake =
        '#!/bin/sh\n[ "$1" = --version ] && { echo "containerd x 1.6.20"; exit; }\necho "level=fatal msg=broken" >&2; exit 3\n';
      writeFileSync(join(directory, 'binaries', 'containerd'), fake, { mode: 0o755 });
      await expect(launch(`containerd@${join(directory, 'binaries')}`)).rejects.toMatchObject({
        code: 'E-LAUNCH-FAILED',
        message: 'containerd 1.6.20 did not start: it ended with exit code 3; it said “broken”.',
        seen: 'level=fatal msg=broken',
        exit: 3,
      });
      expect(existsSync(work())).toBe(false);
      expect(await leftSince(before)).toEqual([]);
    });
  });
}

function canConnect(host: string, port: number): Promise<boolean> {
  const end = performance.now() + 10_000;
  return new Promise((resolve) => {
    const attempt = (): void => {
      const socket = connect(port, host);
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => {
        if (performance.now() > end) resolve(false);
        else setTimeout(attempt, 50);
      });
    };
    attempt();
  });
}
