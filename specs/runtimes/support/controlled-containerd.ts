// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inPodCgroup } from '#runner/steps/in-pod-cgroup.js';
import type { CriClient } from '#cri/client/client.js';
import { connectCri } from '#cri/client/grpc-client.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import { launcherFor } from '#launchers/launcher-for.js';
import type { LaunchedRuntime } from '#launchers/launcher.js';
import { startTestRegistry } from '#test-registry/start-test-registry.js';
import { absentAtFirst } from '../../support/recordings/play/recorded-images.js';
import type { Recording } from '../../support/recordings/recording.js';
import type { ControlledRuntime } from '../../support/recordings/play/controlled-runtime.js';
import { busyboxImages } from './busybox-images.js';
import { answer, linuxOfPod } from './run-pod.js';

/** Where the recorded pods have their images from. */
const recordedRegistry = '127.0.0.1:5001';

export interface PrivateContainerd {
  runtimeFor(recording: Recording): Promise<ControlledRuntime>;
  close(): Promise<void>;
}

/** A containerd of our own that has the images of the recordings. */
export async function privateContainerd(spec: string): Promise<PrivateContainerd> {
  // /var/tmp and not /tmp: an overlay needs a real file system below it.
  const parent = mkdtempSync('/var/tmp/criprobe-recordings-');
  const directory = join(parent, 'runtime');
  const registry = await startTestRegistry({ definitions: busyboxImages() });
  const launched = await launcherFor(spec).launch({
    directory,
    registry: registry.address,
    sandboxImage: `${registry.address}/pause:1`,
    mirrored: [recordedRegistry],
    leaves: () => undefined,
  });
  const client = connectCri({ runtimeEndpoint: launched.endpoint });
  await answer(client, 'PullImage', { image: { image: `${recordedRegistry}/box:1` } });
  client.close();
  return {
    runtimeFor: (recording) => controlledContainerd(launched, recording),
    close: async () => {
      await launched[Symbol.asyncDispose]();
      await registry.close();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

async function controlledContainerd(
  { endpoint, daemon }: LaunchedRuntime,
  recording: Recording,
): Promise<ControlledRuntime> {
  const apiVersion = traitsOf(recording.version).speaksV1 ? 'v1' : 'v1alpha2';
  const cri = connectCri({ runtimeEndpoint: endpoint, apiVersion });
  for (const image of absentAtFirst(recording)) await cri.call('RemoveImage', { image: { image } });
  return {
    cri: inSlice(cri),
    intervene: (_rpc, _request, ask) => ask(),
    killContainer: async (id) => {
      const { info } = await answer(cri, 'ContainerStatus', { container_id: id, verbose: true });
      process.kill(pidIn(info), 'SIGKILL');
    },
    killSandbox: async (id) => {
      const { info } = await answer(cri, 'PodSandboxStatus', { pod_sandbox_id: id, verbose: true });
      process.kill(pidIn(info), 'SIGKILL');
    },
    killRuntime: () => daemon.crash(),
    startRuntime: () => daemon.start(),
    close: () => leave(cri),
  };
}

/** The nodes of the recordings had no systemd; where this one has, the runtime is told a slice behind the kubelet's back. */
function inSlice(cri: CriClient): CriClient {
  const { cgroup_parent: parent = '' } = linuxOfPod;
  const call: CriClient['call'] = (rpc, request, options) =>
    cri.call(rpc, inPodCgroup(rpc, request as never, () => parent) as typeof request, options);
  return {
    call,
    stream: (rpc, request, options) => cri.stream(rpc, request, options),
    close: () => {
      cri.close();
    },
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
