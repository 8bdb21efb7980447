// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const imagesPullAndRemove: Scenario = {
  id: 'images.pull-and-remove',
  title: 'an image is pulled, looked up by all its names, pulled again and removed twice',
  pod: {
    metadata: { name: 'collector' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'ImageStatus', request: { image: { image: 'registry.test/own/box:1' } } },
    { do: 'call', rpc: 'PullImage', request: { image: { image: 'registry.test/own/box:1' } }, as: 'pulled' },
    { do: 'call', rpc: 'ImageStatus', request: { image: { image: 'registry.test/own/box:1' } } },
    { do: 'call', rpc: 'ImageStatus', request: { image: { image: '{made:pulled}' } } },
    { do: 'call', rpc: 'ListImages', request: {} },
    { do: 'call', rpc: 'PullImage', request: { image: { image: 'registry.test/own/box:1' } } },
    { do: 'call', rpc: 'ImageStatus', request: { image: { image: 'registry.test/own/box:1' } } },
    { do: 'call', rpc: 'ImageFsInfo', request: {} },
    { do: 'call', rpc: 'RemoveImage', request: { image: { image: 'registry.test/own/box:1' } } },
    { do: 'call', rpc: 'ImageStatus', request: { image: { image: 'registry.test/own/box:1' } } },
    { do: 'call', rpc: 'RemoveImage', request: { image: { image: 'registry.test/own/box:1' } } },
    { do: 'call', rpc: 'ListImages', request: {} },
  ],
  exercises: [
    'image.fs-info.usable',
    'image.list.complete',
    'image.lookup.same-id',
    'image.pull.present-at-once',
    'image.pull.ref-known',
    'image.remove.gone',
    'image.remove.idempotent',
    'image.status.absent-ok',
    'image.status.id-and-size',
  ],
};
