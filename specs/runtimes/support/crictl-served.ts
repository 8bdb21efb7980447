// SPDX-License-Identifier: Apache-2.0
import { mkdir, writeFile } from 'node:fs/promises';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { eventually, openCrictl, type Crictl } from './crictl.js';
import type { InspectOutput } from './crictl-shapes.js';
import { openBench, type Bench, type CliProcess } from '../../support/cli/run-cli.js';

/** `criprobe serve` in its own process, our registry, and one crictl connected to them. */
export interface CrictlBench {
  readonly bench: Bench;
  readonly registry: TestRegistry;
  readonly served: CliProcess;
  readonly crictl: Crictl;
  /** The test program's image, in a repository for this version only. */
  readonly box: string;
  readonly podFile: (name: string) => Promise<string>;
  readonly create: (pod: string, container: AskedContainer) => Promise<string>;
  readonly exited: (id: string) => Promise<InspectOutput['status']>;
  readonly close: () => Promise<void>;
}

export interface AskedContainer {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly stdin?: boolean;
  readonly stdin_once?: boolean;
}

export async function serveForCrictl(version: string): Promise<CrictlBench> {
  const cleanups: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  };
  try {
    return { ...(await open(version, cleanups)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(version: string, cleanups: (() => unknown)[]): Promise<Omit<CrictlBench, 'close'>> {
  const bench = await openBench();
  cleanups.push(bench.dispose);
  const endpoint = `unix://${bench.path('cri.sock')}`;
  const crictl = await openCrictl({ version, endpoint, directory: bench.directory });
  cleanups.push(crictl.dispose);
  const registry = await startTestRegistry();
  cleanups.push(() => registry.close());
  await mkdir(bench.path('logs'));
  const programs = ['--program', 'job=exits 4 after 0.1 s', '--program', 'daemon=ends on SIGTERM'];
  const served = bench.start([
    'serve',
    '--as-root',
    '--listen',
    bench.path('cri.sock'),
    '--any-image',
    ...programs,
  ]);
  cleanups.push(() => (served.process.kill('SIGTERM'), served.end));
  await served.shown('serving CRI on');
  const box = `${registry.address}/own/${version}/box:1`;
  return { bench, registry, served, crictl, box, ...making(bench, crictl) };
}

function making(bench: Bench, crictl: Crictl): Pick<CrictlBench, 'podFile' | 'create' | 'exited'> {
  const file = async (name: string, content: unknown): Promise<string> => {
    await writeFile(bench.path(name), JSON.stringify(content));
    return bench.path(name);
  };
  const podFile = (name: string): Promise<string> =>
    file(`${name}.pod.json`, {
      metadata: { name, namespace: 'crictl', uid: `uid-${name}`, attempt: 0 },
      log_directory: bench.path(`logs/${name}`),
      labels: { app: name },
      linux: {},
    });
  return {
    podFile,
    create: async (pod, { name, image, ...more }) => {
      const container = await file(`${name}.container.json`, {
        metadata: { name, attempt: 0 },
        image: { image },
        log_path: `${name}.log`,
        labels: { part: name },
        linux: {},
        ...more,
      });
      return crictl.text('create', pod, container, await podFile('web'));
    },
    exited: (id) =>
      eventually(`container ${id} to exit`, async () => {
        const { status } = await crictl.json<InspectOutput>('inspect', id);
        return status.state === 'CONTAINER_EXITED' ? status : undefined;
      }),
  };
}
