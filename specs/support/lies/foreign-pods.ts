// SPDX-License-Identifier: Apache-2.0
import type { Truth } from './lying-runtime.js';

/** The image of other people's pods; the runtime must allow it. */
export const foreignImage = 'others.test/team/db:1';

/** In every field of other people's pods that can hold a secret. */
export const foreignSecret = 'FOREIGN-S3CRET-b41d';

export interface ForeignPods {
  readonly sandboxes: readonly string[];
  readonly containers: readonly string[];
}

/** Other people's pods on the same runtime, one of them stopped: prod/db and prod/web. */
export async function makeForeignPods(truth: Truth): Promise<ForeignPods> {
  const call = { signal: new AbortController().signal, apiVersion: 'v1' } as const;
  const [sandboxes, containers]: [string[], string[]] = [[], []];
  await truth.PullImage({ image: { image: foreignImage } }, call);
  for (const name of ['db', 'web']) {
    const metadata = { name, namespace: 'prod', uid: `uid-of-${name}` };
    const labels = { 'io.kubernetes.pod.uid': metadata.uid, note: `label-${foreignSecret}` };
    const annotations = { 'last-applied-configuration': `annotation-${foreignSecret}` };
    const config = { metadata, labels, annotations, log_directory: '' };
    const { pod_sandbox_id: id = '' } = await truth.RunPodSandbox({ config }, call);
    const inner = {
      metadata: { name: 'main' },
      image: { image: foreignImage },
      command: ['/box', 'wait'],
      labels,
      annotations,
      envs: [{ key: 'PASSWORD', value: Buffer.from(`env-${foreignSecret}`).toString('base64') }],
    };
    const made = await truth.CreateContainer(
      { pod_sandbox_id: id, config: inner, sandbox_config: config },
      call,
    );
    const container = made.container_id ?? '';
    await truth.StartContainer({ container_id: container }, call);
    if (name === 'web') await truth.StopPodSandbox({ pod_sandbox_id: id }, call);
    sandboxes.push(id);
    containers.push(container);
  }
  return { sandboxes, containers };
}
