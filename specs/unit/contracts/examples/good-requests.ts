// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';
import type { Story } from '../../../support/evidence-literal.js';
import type { Examples } from './example.js';

const unknown = { refused: 'UNKNOWN' } as const;
const unimplemented = { refused: 'UNIMPLEMENTED' } as const;
const ownImage = { image: { image: 'reg/own/box:1' } };
const statsOf = { container_id: 'c1' };

/** A read that is good whatever there is. */
const read = (rpc: CriMethod): Examples[string] => ({
  held: (s) => s.call(rpc, {}, { ok: {} }),
  violated: (s) => s.call(rpc, {}, unknown),
});

export const goodRequestExamples: Examples = {
  'container.create.succeeds': {
    held: (s) => s.sandbox().create(),
    violated: (s) =>
      s
        .sandbox()
        .call('CreateContainer', { pod_sandbox_id: 's1', config: { metadata: { name: 'a' } } }, unknown),
  },
  'container.list.succeeds': read('ListContainers'),
  'container.start.succeeds': {
    held: (s) => s.running(),
    violated: (s) => s.sandbox().create().start('c1', unknown),
  },
  'container.status.succeeds': {
    held: (s) => s.running().status(),
    violated: (s) => s.running().call('ContainerStatus', { container_id: 'c1' }, unknown),
  },
  'image.list.succeeds': read('ListImages'),
  'image.pull.succeeds': {
    held: (s) => s.call('PullImage', ownImage, { ok: { image_ref: 'sha256:1' } }),
    violated: (s) => s.call('PullImage', ownImage, unknown),
  },
  'image.status.succeeds': read('ImageStatus'),
  'runtime.methods.mandatory': {
    held: (s) => s.sandbox().call('RuntimeConfig', {}, unimplemented),
    violated: (s) => s.sandbox().stopSandbox('s1', unimplemented),
  },
  'sandbox.list.succeeds': read('ListPodSandbox'),
  'sandbox.run.succeeds': {
    held: (s) => s.sandbox(),
    violated: (s) => s.call('RunPodSandbox', { config: { metadata: { name: 'p', uid: 'u' } } }, unknown),
  },
  'sandbox.status.succeeds': {
    held: (s) => s.sandbox().sandboxStatus(),
    violated: (s: Story) => s.sandbox().call('PodSandboxStatus', { pod_sandbox_id: 's1' }, unknown),
  },
  'stats.container.succeeds': {
    held: (s) => s.running().call('ContainerStats', statsOf, { ok: {} }).status(),
    violated: (s) => s.running().call('ContainerStats', statsOf, unknown).status(),
  },
  'stats.list.succeeds': read('ListContainerStats'),
};
