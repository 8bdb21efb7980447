// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const imagesCollected: Scenario = {
  id: 'images.collected',
  title: 'the image file system is nearly full, and the kubelet removes unused images',
  ownImages: 'registry.test/own/collected',
  waitsMs: 4000,
  pod: {
    metadata: { name: 'hoarder' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/own/collected/used/box:1',
          command: box('print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    {
      do: 'call',
      rpc: 'PullImage',
      request: { image: { image: 'registry.test/own/collected/unused/box:1' } },
    },
    { do: 'call', rpc: 'ListImages', request: {} },
    { do: 'collect-images', usedPercent: 87 },
    { do: 'call', rpc: 'ListImages', request: {} },
    {
      do: 'call',
      rpc: 'ImageStatus',
      request: { image: { image: 'registry.test/own/collected/unused/box:1' } },
    },
    {
      do: 'call',
      rpc: 'ImageStatus',
      request: { image: { image: 'registry.test/own/collected/used/box:1' } },
    },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['image.list.complete', 'image.list.succeeds', 'image.pull.succeeds', 'image.status.absent-ok'],
};
