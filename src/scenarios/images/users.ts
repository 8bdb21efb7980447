// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

const images = ['box-user', 'box-uid', 'box-username'].map((name) => `registry.test/own/users/${name}:1`);

const looked = (rpc: string): readonly Step[] =>
  images.map((image) => ({ do: 'call', rpc, request: { image: { image } } }));

export const imagesUsers: Scenario = {
  id: 'images.users',
  title: 'images whose configuration names a user by number, by number and group, and by name are read',
  pod: {
    metadata: { name: 'doorkeeper' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    ...looked('PullImage'),
    ...looked('ImageStatus'),
    { do: 'call', rpc: 'ListImages', request: {} },
    ...looked('ImageStatus'),
    { do: 'call', rpc: 'ListImages', request: {} },
    { do: 'call', rpc: 'ImageStatus', request: { image: { image: images[0] }, verbose: true } },
    { do: 'call', rpc: 'ListImages', request: {} },
  ],
  exercises: [
    'image.list.agrees-with-status',
    'image.list.complete',
    'image.list.sandbox-image-pinned',
    'image.pull.present-at-once',
    'image.pull.ref-known',
    'image.pull.succeeds',
    'image.status.as-served',
  ],
};
