// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { listKubelets } from '#app/list-kubelets.js';

interface KubeletEntry {
  readonly version: string;
  readonly differences: readonly { readonly name: string; readonly does: boolean; readonly shown: string }[];
}

it('lists every kubelet, newest first, with what is recorded and what is not', async () => {
  const { exit, text, json } = await listKubelets();
  const kubelets = json as readonly KubeletEntry[];
  expect(exit).toBe(0);
  expect(kubelets.map(({ version }) => version)).toEqual(
    Array.from({ length: 18 }, (_, at) => `1.${37 - at}`),
  );
  expect(kubelets[0]?.differences).toEqual([]);
  const oldest = kubelets.at(-1)?.differences ?? [];
  expect(oldest).toContainEqual(
    expect.objectContaining({
      name: 'speaksV1',
      does: false,
      shown: 'recorded',
      source: expect.stringContaining('1.20/env-args'),
    }),
  );
  expect(oldest).toContainEqual(
    expect.objectContaining({ name: 'seccompAnnotations', does: true, shown: 'sources' }),
  );
  expect(text).toMatch(/^1\.37 {2}the newest$/m);
  expect(text).toMatch(/^1\.36 {2}\d+ differences?$/m);
  expect(text).toMatch(/^ {2}- {2}CRI v1 instead of v1alpha2/m);
  expect(text).toMatch(
    /^ {2}\+\* seccomp profiles named by annotations of the pod\n {7}kuberuntime\/helpers\.go, getSeccompProfilePath/m,
  );
});
