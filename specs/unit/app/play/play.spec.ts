// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { podUidLabel } from '#base/pod-labels.js';
import type { PlayOptions } from '#app/play/play-options.js';
import { play } from '#app/play/play.js';
import { defaultTarget } from '#app/target/target-options.js';
import type { CriClient } from '#cri/client/client.js';
import { connectCri } from '#cri/client/grpc-client.js';
import { serveReferenceRuntime, type ServedReferenceRuntime } from '#reference-runtime/reference-runtime.js';
import { openBench, type Bench } from '../../../support/cli/run-cli.js';
import { silentIo } from '../../../support/cli/silent-io.js';

let bench: Bench;
let runtime: ServedReferenceRuntime;
let cri: CriClient;
beforeEach(async () => {
  bench = await openBench();
  runtime = await serveReferenceRuntime({ listen: bench.path('cri.sock') });
  cri = connectCri({ runtimeEndpoint: bench.path('cri.sock') });
});
afterEach(async () => {
  cri.close();
  await runtime.close();
  await bench.dispose();
});

/** What `kubectl get pod -o yaml` gives of a pod that lives on this node. */
function manifestOf(uid: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'live', uid },
    spec: {
      restartPolicy: 'Never',
      containers: [{ name: 'main', image: 'registry.test/box:1', command: ['/box', 'exit 0'] }],
    },
  };
}

async function runOfTheNode(uid: string): Promise<string> {
  const metadata = { name: 'live', namespace: 'default', uid };
  const ran = await cri.call('RunPodSandbox', { config: { metadata, labels: { [podUidLabel]: uid } } });
  return ran.kind === 'ok' ? (ran.response.pod_sandbox_id ?? '') : ran.message;
}

async function ready(): Promise<unknown> {
  const filter = { state: { state: 'SANDBOX_READY' } } as const;
  const listed = await cri.call('ListPodSandbox', { filter });
  return listed.kind === 'ok' ? listed.response.items?.map(({ id }) => id) : listed;
}

function options(asStatic: boolean): PlayOptions {
  const target = { ...defaultTarget, runtimeEndpoint: bench.path('cri.sock') };
  const manifest = { files: [bench.path('live.json')], present: [], node: undefined, asStatic };
  return {
    ...target,
    ...manifest,
    holdMs: 0,
    deleteAfterMs: undefined,
    calls: bench.path('calls'),
    graceSeconds: undefined,
  };
}

/** The pod that tries the runtime is not among them. */
function uidsAskedFor(): unknown {
  const lines = readFileSync(bench.path('calls'), 'utf8').trim().split('\n');
  const calls = lines.map((line) => JSON.parse(line) as Request);
  return calls
    .filter(({ rpc }) => rpc === 'RunPodSandbox')
    .map(({ request }) => request.config?.metadata.uid);
}

interface Request {
  readonly rpc: string;
  readonly request: { readonly config?: { readonly metadata: { readonly uid: string } } };
}

describe('a manifest with the uid of a pod that lives on the node', () => {
  it.each([
    ['an API server gives one', false, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
    ['a kubelet gives a static pod one', true, /^[0-9a-f]{32}$/],
  ])('is played under a new uid, as %s, and that pod stays', async (_, asStatic, form) => {
    const uid = randomUUID();
    const theirs = await runOfTheNode(uid);
    writeFileSync(bench.path('live.json'), JSON.stringify(manifestOf(uid)));
    const { exit } = await play(options(asStatic), silentIo(bench));
    expect(await ready()).toEqual([theirs]);
    expect(uidsAskedFor()).toEqual([expect.stringMatching(form)]);
    expect(uidsAskedFor()).not.toEqual([uid]);
    expect(exit).toBe(0);
  });
});
