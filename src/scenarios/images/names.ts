// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

const many = 'registry.test/own/names/box-many';
const byDigest = 'registry.test/own/by-digest/box';
const byDigestOnly = 'registry.test/own/digest-only/box-port';
const byId = 'registry.test/own/by-id/box-layers';

const status = (image: string, as?: string): Step => ({
  do: 'call',
  rpc: 'ImageStatus',
  request: { image: { image } },
  ...(as !== undefined && { as }),
});
const pull = (image: string, as?: string): Step => ({
  do: 'call',
  rpc: 'PullImage',
  request: { image: { image } },
  ...(as !== undefined && { as }),
});
const remove = (image: string): Step => ({ do: 'call', rpc: 'RemoveImage', request: { image: { image } } });
const list: Step = { do: 'call', rpc: 'ListImages', request: {} };

export const imagesNames: Scenario = {
  id: 'images.names',
  title: 'images are pulled, looked up, listed and removed by tag, without a tag, by digest and by id',
  pod: {
    metadata: { name: 'librarian' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    // Three tags of one image.
    pull(`${many}:a`, 'many'),
    pull(`${many}:b`),
    pull(`${many}:c`),
    status(`${many}:a`),
    status(`${many}:c`),
    status(`${many}@{digest:${many}:a}`),
    status('{made:many}'),
    list,
    status(`${many}:b`, 'many'),
    { do: 'call', rpc: 'ListImages', request: { filter: { image: { image: `${many}:b` } } } },
    // Without a tag, and by digest alone.
    pull(byDigest),
    status(byDigest),
    status(`${byDigest}:latest`),
    pull(`${byDigestOnly}@{digest:${byDigestOnly}:1}`),
    status(`${byDigestOnly}@{digest:${byDigestOnly}:1}`),
    list,
    status(byDigest),
    // Never there, nor removed without success.
    status('registry.test/own/criprobe-unknown-image/box:1'),
    remove('registry.test/own/criprobe-unknown-image/box:1'),
    // By id.
    pull(`${byId}:1`),
    status(`${byId}:1`, 'layers'),
    remove('{made:layers}'),
    status(`${byId}:1`),
    status('{made:layers}'),
    list,
    // By one tag of three.
    status(`${many}:a`),
    remove(`${many}:a`),
    status(`${many}:a`),
    status(`${many}:b`),
    status('{made:many}'),
    list,
    remove(byDigest),
    status(`${byDigest}:latest`),
    list,
  ],
  exercises: [
    'image.list.agrees-with-status',
    'image.list.complete',
    'image.list.filter-finds',
    'image.lookup.same-id',
    'image.pull.present-at-once',
    'image.pull.ref-known',
    'image.pull.succeeds',
    'image.remove.all-names',
    'image.remove.gone',
    'image.remove.idempotent',
    'image.remove.succeeds',
    'image.status.absent-ok',
    'image.status.as-served',
  ],
};
