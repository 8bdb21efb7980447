// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

const image = 'registry.test/own/together/box:1';
const request = { image: { image } };

const three = (rpc: string): Step => ({
  do: 'calls-together',
  calls: [1, 2, 3].map(() => ({ rpc, request })),
});

export const imagesAtTheSameTime: Scenario = {
  id: 'images.at-the-same-time',
  title: 'one image is pulled three times at once, and then removed three times at once',
  pod: {
    metadata: { name: 'crowd' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    three('PullImage'),
    { do: 'call', rpc: 'ImageStatus', request },
    { do: 'call', rpc: 'ListImages', request: {} },
    three('ImageStatus'),
    three('RemoveImage'),
    three('ImageStatus'),
    { do: 'call', rpc: 'ListImages', request: {} },
  ],
  exercises: [
    'image.pull.present-at-once',
    'image.pull.ref-known',
    'image.pull.succeeds',
    'image.remove.gone',
    'image.remove.succeeds',
  ],
};
