// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CriClient } from '#cri/client.js';
import { connectCri } from '#cri/grpc-client.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import { findBinaries } from '#launchers/containerd/binaries.js';
import { containerdPaths } from '#launchers/containerd/config.js';
import { plainHttp } from '#launchers/containerd/write-configuration.js';
import { launcherFor } from '#launchers/launcher-for.js';
import { thisMachine } from '#launchers/machine.js';
import { startProcessGroup, type ProcessGroup } from '#launchers/process-group.js';
import { removePods } from '#launchers/remove-pods.js';
import { untilReady } from '#launchers/until-ready.js';
import { startTestRegistry } from '#test-registry/start-test-registry.js';
import { absentAtFirst } from '../../support/recordings/recorded-images.js';
import type { Recording } from '../../support/recordings/recording.js';
import type { Stage } from '../../support/recordings/stage.js';
import { busyboxImages } from './busybox-images.js';
import { answer } from './run-pod.js';

/** Where the recorded pods have their images from. */
const recordedRegistry = '127.0.0.1:5001';

export interface PrivateContainerd {
  stageFor(recording: Recording): Promise<Stage>;
  close(): Promise<void>;
}

/** A containerd of our own that has the images of the recordings. */
export async function privateContainerd(spec: string): Promise<PrivateContainerd> {
  // /var/tmp and not /tmp: an overlay needs a real file system below it.
  const parent = mkdtempSync('/var/tmp/criprobe-recordings-');
  const directory = join(parent, 'runtime');
  const registry = await startTestRegistry({ definitions: busyboxImages() });
  const pids: number[] = [];
  const launched = await launcherFor(spec).launch({
    ...{ directory, registry: registry.address, sandboxImage: `${registry.address}/pause:1` },
    leaves: (trace) => {
      if (trace.kind === 'process-group') pids.push(trace.pid);
    },
  });
  const mirror = join(containerdPaths(directory).certs, recordedRegistry);
  mkdirSync(mirror, { recursive: true });
  writeFileSync(join(mirror, 'hosts.toml'), plainHttp(registry.address));
  const daemon = new Daemon(spec, directory, pids[0] ?? 0);
  const client = connectCri({ runtimeEndpoint: launched.endpoint });
  await answer(client, 'PullImage', { image: { image: `${recordedRegistry}/box:1` } });
  client.close();
  return {
    stageFor: (recording) => stageOn(launched.endpoint, daemon, recording),
    close: async () => {
      await removePods(launched.endpoint, 10_000);
      daemon.end();
      await launched[Symbol.asyncDispose]();
      await registry.close();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

/** The daemon alone: shims and pods go on without it. */
class Daemon {
  readonly #spec: string;
  readonly #directory: string;
  readonly #firstPid: number;
  readonly #sockets = new Set<string>();
  #again: ProcessGroup | undefined;

  constructor(spec: string, directory: string, pid: number) {
    this.#spec = spec;
    this.#directory = directory;
    this.#firstPid = pid;
  }

  kill(): void {
    process.kill(this.#again?.pid ?? this.#firstPid, 'SIGKILL');
  }

  async start(endpoint: string): Promise<void> {
    const { config, log } = containerdPaths(this.#directory);
    const [, at] = /@(.*)$/.exec(this.#spec) ?? [];
    const { containerd = '', path } = findBinaries(at, thisMachine());
    const env = { ...process.env, PATH: path.join(':') };
    const group = await startProcessGroup({
      program: containerd,
      args: ['--config', config],
      env,
      logFile: log,
    });
    this.#again = group;
    await untilReady(endpoint, { withinMs: 60_000, ended: () => group.ended() });
  }

  /** containerd forgets the socket of a shim whose sandbox did not end by a stop. */
  noteShim(id: string): void {
    const bundle = join(
      containerdPaths(this.#directory).state,
      'io.containerd.runtime.v2.task',
      'k8s.io',
      id,
    );
    for (const name of ['bootstrap.json', 'address'].filter((each) => existsSync(join(bundle, each)))) {
      const address = readFileSync(join(bundle, name), 'utf8');
      this.#sockets.add(/\/run\/containerd\/s\/[0-9a-f]+/.exec(address)?.[0] ?? '');
    }
  }

  /** What the launcher does not know of. */
  end(): void {
    if (this.#again !== undefined) this.kill();
    for (const socket of this.#sockets) if (socket !== '') rmSync(socket, { force: true });
  }
}

async function stageOn(endpoint: string, daemon: Daemon, recording: Recording): Promise<Stage> {
  const apiVersion = traitsOf(recording.version).speaksV1 ? 'v1' : 'v1alpha2';
  const cri = connectCri({ runtimeEndpoint: endpoint, apiVersion });
  for (const image of absentAtFirst(recording)) await cri.call('RemoveImage', { image: { image } });
  return {
    cri,
    intervene: (_rpc, _request, ask) => ask(),
    killContainer: async (id) => {
      const { info } = await answer(cri, 'ContainerStatus', { container_id: id, verbose: true });
      process.kill(pidIn(info), 'SIGKILL');
    },
    killSandbox: async (id) => {
      daemon.noteShim(id);
      const { info } = await answer(cri, 'PodSandboxStatus', { pod_sandbox_id: id, verbose: true });
      process.kill(pidIn(info), 'SIGKILL');
    },
    killRuntime: () => {
      daemon.kill();
      return Promise.resolve();
    },
    startRuntime: () => daemon.start(endpoint),
    close: () => leave(cri),
  };
}

function pidIn(info: Readonly<Record<string, string>> | undefined): number {
  const { pid } = JSON.parse(info?.['info'] ?? '{}') as { readonly pid?: number };
  if (pid === undefined || pid <= 1) throw new Error('containerd names no process');
  return pid;
}

function leave(cri: CriClient): Promise<void> {
  cri.close();
  return Promise.resolve();
}
