// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

const name = 'registry.test/own/after-use/box:1';
const image = { image: name, user_specified_image: name };
const used = containerByHand('used', box('wait'));
const onImage = (rpc: string): Step => ({ do: 'call', rpc, request: { image } });
const onUsed = (rpc: string, more: object = {}): Step => ({
  do: 'call',
  rpc,
  request: { container_id: '{made:used}', ...more },
});

export const imagesRemovedAfterUse: Scenario = {
  id: 'images.removed-after-use',
  title: 'an image is removed as soon as the only container of it is gone',
  pod: {
    metadata: { name: 'guest' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    onImage('PullImage'),
    {
      do: 'call',
      rpc: 'CreateContainer',
      request: { ...used, config: { ...(used['config'] as object), image } },
      as: 'used',
    },
    onUsed('StartContainer'),
    onUsed('StopContainer', { timeout: '2' }),
    onUsed('RemoveContainer'),
    onImage('ImageStatus'),
    onImage('RemoveImage'),
    onImage('ImageStatus'),
    { do: 'call', rpc: 'ListImages', request: {} },
  ],
  exercises: ['container.remove.succeeds', 'image.remove.gone', 'image.remove.succeeds'],
};
