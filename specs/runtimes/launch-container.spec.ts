// SPDX-License-Identifier: Apache-2.0
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { connectCri } from '#cri/grpc-client.js';
import type { CriClient } from '#cri/client.js';
import { findEngine } from '#launchers/container/testcontainers.js';
import type { Launched, LaunchOptions } from '#launchers/launcher.js';
import { launcherFor } from '#launchers/launcher-for.js';
import { cleanUpRun } from '#run-ledger/clean-up-run.js';
import { listRuns } from '#run-ledger/list-runs.js';
import { undoTraces } from '#run-ledger/undo/undo-traces.js';
import type { Trace } from '#run-ledger/trace.js';
import { hostArchitecture, readGuestBinary } from '#test-registry/guest-binary.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { census, leftSince, newSince } from './support/census.js';
import { openEngine, type EngineForSpec } from './support/dockerd.js';
import { answer, runPod } from './support/run-pod.js';

jest.setTimeout(180_000);

const examples = ['containerd-in-docker', 'crio-in-docker'];
const example = (name: string): string => join(import.meta.dirname, '..', '..', 'examples', name);

let engine: EngineForSpec;
let registry: TestRegistry;
let directory: string;
let before: ReadonlySet<string>;
let traces: Trace[];
const clients: CriClient[] = [];

beforeAll(async () => {
  for (const name of examples) execFileSync(join(example(name), 'build'));
  engine = await openEngine();
  registry = await startTestRegistry();
});
afterAll(async () => {
  await registry.close();
  await engine.dispose();
});
beforeEach(() => {
  directory = mkdtempSync('/var/tmp/criprobe-spec-');
  before = census();
  traces = [];
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await undoTraces(traces);
  rmSync(directory, { recursive: true, force: true });
});

async function launch(spec: string, more: Partial<LaunchOptions> = {}): Promise<Launched> {
  return launcherFor(spec).launch({
    directory: join(directory, 'runtime'),
    shared: directory,
    registry: registry.address,
    sandboxImage: `${registry.address}/pause:1`,
    leaves: (trace) => traces.push(trace),
    ...more,
  });
}

/** Without what the engine makes for itself with its first container, and takes along when it ends. */
async function leftOfUs(): Promise<string[]> {
  const left = await leftSince(before);
  return left.filter((thing) => !/^cgroup .*\/docker$|^mount .*\/netns\/default$/.test(thing));
}

/** What the engine has of ours: containers by name, images by reference. */
async function atEngine(): Promise<string[]> {
  const found = await findEngine();
  if ('reason' in found) throw new Error(found.reason);
  const containers = await found.api.listContainers({ all: true });
  const images = await found.api.listImages();
  return [
    ...containers.flatMap(({ Names }) => Names),
    ...images.flatMap(({ RepoTags }) => RepoTags ?? []),
  ].filter((name) => name.includes('criprobe-'));
}

function connected(endpoint: string): CriClient {
  const client = connectCri({ runtimeEndpoint: endpoint });
  clients.push(client);
  return client;
}

describe.each(examples)('examples/%s', (name) => {
  it('runs a pod that outlives a crash of the runtime, and nothing is left of it', async () => {
    const launched = await launch(`container:${example(name)}`);
    const client = connected(launched.endpoint);
    const version = await answer(client, 'Version', {});
    expect(version.runtime_name).toBe(name.replace('crio', 'cri-o').split('-in-')[0]);
    const logs = join(directory, 'logs');
    const pod = await runPod(client, { images: registry.address, logs });
    expect(pod.ip).toMatch(/^10\.2\d\d\./);
    expect(launched.processes.count(pod.container)).toBe(1);
    await launched.daemon.crash();
    expect(await client.call('Version', {}, { deadlineMs: 2_000 })).not.toMatchObject({ kind: 'ok' });
    expect(launched.processes.count(pod.container)).toBe(1);
    await launched.daemon.start();
    await launched.daemon.restart();
    const status = await answer(client, 'ContainerStatus', { container_id: pod.container });
    expect(status.status?.state).toBe('CONTAINER_RUNNING');
    expect(newSince(before)).not.toEqual([]);
    await launched[Symbol.asyncDispose]();
    expect(readFileSync(join(logs, pod.uid, 'box.log'), 'utf8')).toContain('hello');
    expect(await leftOfUs()).toEqual([]);
    expect(existsSync(join(directory, 'runtime'))).toBe(false);
    expect(await atEngine()).toEqual([]);
    await expect(launched[Symbol.asyncDispose]()).resolves.toBeUndefined();
  });
});

/** A folder whose image has the test program and this at the end of its Dockerfile. */
async function folderWith(...lines: readonly string[]): Promise<string> {
  const folder = join(directory, 'image');
  mkdirSync(folder);
  writeFileSync(join(folder, 'box'), await readGuestBinary(hostArchitecture()), { mode: 0o755 });
  writeFileSync(join(folder, 'Dockerfile'), ['FROM scratch', 'COPY box /', ...lines, ''].join('\n'));
  return `container:${folder}`;
}

describe('a container that is no runtime', () => {
  it.each([
    {
      what: 'does not build',
      lines: ['ADD absent.tar /'],
      code: 'E-CONTAINER-IMAGE',
      says: /No image can be built from .*absent\.tar/,
    },
    {
      what: 'says nothing of what to run',
      lines: [],
      code: 'E-CONTAINER-IMAGE',
      says: /neither an entrypoint/,
    },
    {
      what: 'names a program that is not there',
      lines: ['ENTRYPOINT ["/absent"]'],
      code: 'E-LAUNCH-FAILED',
      says: /the engine could not start it/,
    },
    {
      what: 'ends at once',
      lines: ['ENTRYPOINT ["/box", "print last words", "exit 3"]'],
      code: 'E-LAUNCH-FAILED',
      says: /it ended with exit code 3/,
      seen: /last words/,
    },
    {
      what: 'serves nothing',
      lines: ['ENTRYPOINT ["/box", "wait"]'],
      code: 'E-LAUNCH-TIMEOUT',
      says: /not ready after 2 s/,
    },
  ])('is one failure and leaves nothing when it $what', async ({ lines, code, says, seen }) => {
    const failed = launch(await folderWith(...lines), { readyWithinMs: 2_000 });
    await expect(failed).rejects.toMatchObject({
      code,
      exit: 3,
      message: expect.stringMatching(says) as unknown,
      ...(seen === undefined ? {} : { seen: expect.stringMatching(seen) as unknown }),
    });
    expect(await atEngine()).toEqual([]);
    expect(await leftOfUs()).toEqual([]);
  });

  it('is one failure when its image is neither here nor to be had', async () => {
    const failed = launch('container:localhost:1/criprobe/absent:1');
    await expect(failed).rejects.toMatchObject({ code: 'E-CONTAINER-IMAGE', exit: 3 });
    expect(await leftOfUs()).toEqual([]);
  });
});

describe('a harness that is killed', () => {
  const script = join(import.meta.dirname, 'support', 'launch-and-wait.mjs');

  it.each(['container', 'container-image', 'endpoint'])(
    'at its %s leaves what cleanup removes',
    async (moment) => {
      const spec = `container:${example('containerd-in-docker')}`;
      const harness = spawn(
        process.execPath,
        [script, spec, directory, join(directory, 'runtime'), registry.address],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
          env: process.env,
        },
      );
      for await (const line of createInterface(harness.stdout)) {
        const said = JSON.parse(line) as { readonly left?: string; readonly endpoint?: string };
        if (said.left !== moment && (moment !== 'endpoint' || said.endpoint === undefined)) continue;
        if (said.endpoint !== undefined) {
          const logs = join(directory, 'runtime', 'logs');
          await runPod(connected(said.endpoint), { images: registry.address, logs });
        }
        harness.kill('SIGKILL');
      }
      if (harness.signalCode === null && harness.exitCode === null) await once(harness, 'exit');
      expect(harness.signalCode).toBe('SIGKILL');
      for (const record of listRuns(directory))
        expect((await cleanUpRun(record, neverConnects)).remains).toEqual([]);
      expect(await atEngine()).toEqual([]);
      expect(await leftOfUs()).toEqual([]);
      expect(existsSync(join(directory, 'runtime'))).toBe(false);
    },
  );
});

const neverConnects = (): never => {
  throw new Error('a runtime of ours is not cleaned object by object');
};
