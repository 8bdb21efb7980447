// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectCri } from '#cri/client/grpc-client.js';
import { serveCri } from '#cri/server/server.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import { SIGKILL } from '#base/signal-numbers.js';
import { createReferenceRuntime } from '#reference-runtime/reference-runtime.js';
import { recordedFailures } from './recorded-failures.js';
import { absentAtFirst, seedsOf } from './recorded-images.js';
import { recordedPrograms } from './recorded-programs.js';
import type { Recording } from '../recording.js';
import type { ControlledRuntime } from './controlled-runtime.js';

/** The reference runtime on a unix socket, with the images and programs of the recording. */
export async function controlledReference(recording: Recording): Promise<ControlledRuntime> {
  const dir = mkdtempSync(join(tmpdir(), 'criprobe-recording-'));
  const listen = join(dir, 'cri.sock');
  const images = seedsOf(recording);
  const runtime = createReferenceRuntime({ images, programs: recordedPrograms(recording), root: dir });
  let server = await serveCri({ handlers: runtime.handlers, listen });
  const apiVersion = traitsOf(recording.version).speaksV1 ? 'v1' : 'v1alpha2';
  const cri = connectCri({ runtimeEndpoint: server.endpoint, apiVersion });
  for (const image of absentAtFirst(recording)) await cri.call('RemoveImage', { image: { image } });
  return {
    cri,
    intervene: recordedFailures(recording),
    killContainer: (id) => {
      runtime.accidents.signalContainer(id, SIGKILL);
      return Promise.resolve();
    },
    killSandbox: (id) => {
      runtime.accidents.killSandboxProcess(id);
      return Promise.resolve();
    },
    killRuntime: () => server.close(),
    startRuntime: async () => {
      server = await serveCri({ handlers: runtime.handlers, listen });
    },
    close: async () => {
      cri.close();
      await runtime.close();
      await server.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
