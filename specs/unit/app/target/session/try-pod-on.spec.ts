// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Check } from '#app/doctor/doctor-check.js';
import { examineRuntime } from '#app/doctor/doctor-runtime.js';
import { defaultTarget, type TargetOptions } from '#app/target/target-options.js';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import { connectCri } from '#cri/client/grpc-client.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import { serveCri, type CriServer } from '#cri/server/server.js';
import { createReferenceRuntime, type ReferenceRuntime } from '#reference-runtime/reference-runtime.js';
import { allCleanupRules } from '#launchers/all-cleanup-rules.js';
import { listRuns } from '#run-ledger/list-runs.js';
import { stateDirectory } from '#run-ledger/state-directory.js';
import { openBench, type Bench } from '../../../../support/cli/run-cli.js';
import { silentIo } from '../../../../support/cli/silent-io.js';

let bench: Bench;
let runtime: ReferenceRuntime;
let server: CriServer;
beforeEach(async () => {
  bench = await openBench();
  runtime = createReferenceRuntime();
});
afterEach(async () => {
  await server.close();
  await runtime.close();
  await bench.dispose();
});

/** What `doctor --try-pod` says of a runtime that is well except for what is given. */
async function examined(
  handlers: CriHandlers,
  options: Partial<TargetOptions> = {},
): Promise<readonly Check[]> {
  const listen = bench.path('s');
  server = await serveCri({ listen, handlers: { ...runtime.handlers, ...handlers } });
  const chosen = { kind: 'endpoint', endpoint: listen, imageEndpoint: undefined } as const;
  return examineRuntime(
    { ...chosen, handler: '', commands: {}, why: '' },
    { ...defaultTarget, tryPod: true, rpcTimeoutMs: 2_000, ...options },
    silentIo(bench),
  );
}

const runs = (): ReturnType<typeof listRuns>['records'] =>
  listRuns(stateDirectory(bench.env), allCleanupRules).records;

/** Ids of sandboxes and images; a runtime has its own pause image. */
async function onRuntime(): Promise<unknown> {
  const cri = connectCri({ runtimeEndpoint: bench.path('s') });
  const [sandboxes, images] = [await cri.call('ListPodSandbox', {}), await cri.call('ListImages', {})];
  cri.close();
  if (sandboxes.kind !== 'ok' || images.kind !== 'ok') return [sandboxes, images];
  const { items = [] } = sandboxes.response;
  const pulled = images.response.images?.filter(({ pinned = false }) => !pinned) ?? [];
  return [...items, ...pulled].map(({ id }) => id);
}

describe('the pod that doctor tries', () => {
  it('is gone afterwards, as is what was noted of it', async () => {
    const checks = await examined({});
    const says = 'an image was pulled and a sandbox run, and both are gone';
    expect(checks.at(-1)).toEqual({ mark: 'fine', says });
    expect(await onRuntime()).toEqual([]);
    expect(runs()).toEqual([]);
  });

  it('is gone as well when its sandbox came too late for an answer', async () => {
    const { RunPodSandbox: runPodSandbox } = runtime.handlers;
    const checks = await examined({
      RunPodSandbox: async (request, call) => {
        await runPodSandbox(request, call);
        return new Promise(() => undefined);
      },
    });
    expect(checks.at(-1)).toMatchObject({ mark: 'problem', code: 'E-RPC-TIMEOUT' });
    expect(await onRuntime()).toEqual([]);
    expect(runs()).toEqual([]);
  });

  it('stands in a ledger before it is asked for, with all that a killed run is cleaned up by', async () => {
    const { RunPodSandbox: runPodSandbox } = runtime.handlers;
    let uid: string | undefined;
    let noted: ReturnType<typeof runs> = [];
    await examined({
      RunPodSandbox: (request, call) => {
        uid = request.config?.metadata?.uid;
        noted = runs();
        return runPodSandbox(request, call);
      },
    });
    const endpoint = `unix://${bench.path('s')}`;
    expect(noted.map(({ entries }) => entries)).toEqual([
      expect.arrayContaining([
        { kind: 'endpoint', endpoint, imageEndpoint: endpoint, owned: false },
        { kind: 'pod-uid', uid },
        { kind: 'image-prefix', prefix: expect.stringMatching(/^127\.0\.0\.1:\d+\/own\/criprobe-/) },
        { kind: 'step', step: { kind: 'directory', path: expect.stringContaining(bench.directory) } },
      ]),
    ]);
  });

  it('is told of where it cannot be removed, and stays noted', async () => {
    let isRun = false;
    const { RunPodSandbox: runPodSandbox, ListPodSandbox: listPodSandbox } = runtime.handlers;
    const checks = await examined({
      RunPodSandbox: (...asked) => {
        isRun = true;
        return runPodSandbox(...asked);
      },
      ListPodSandbox: (...asked) =>
        isRun ? Promise.reject(new CriRefusal('INTERNAL', 'no list')) : listPodSandbox(...asked),
    });
    expect(checks.slice(-2)).toEqual([
      { mark: 'fine', says: 'an image was pulled and a sandbox run' },
      { mark: 'warning', says: expect.stringContaining('no list'), fix: 'criprobe cleanup' },
    ]);
    expect(runs()).toHaveLength(1);
  });

  it('is a problem among others where there is nothing to try it with', async () => {
    const checks = await examined({}, { registryListen: '0.0.0.0:5000' });
    expect(checks.at(-1)).toMatchObject({ mark: 'problem', code: 'E-USAGE' });
    expect(await onRuntime()).toEqual([]);
  });
});
