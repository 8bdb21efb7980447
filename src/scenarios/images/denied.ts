// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

const call = (rpc: string, image: string, more: object = {}): Step => ({
  do: 'call',
  rpc,
  request: { image: { image }, ...more },
});

const faulty = (fault: string): string => `registry.test/faults/${fault}/denied/box:1`;

const denied = (fault: string): readonly Step[] => [
  call('PullImage', faulty(fault)),
  call('ImageStatus', faulty(fault)),
];

const secret = 'registry.test/again/private/box:1';
const owner = { auth: { username: 'box', password: 'let-me-in' } };
const stranger = { auth: { username: 'stranger', password: 'a-guess' } };

const stalled = 'registry.test/faults/hangx1/stalled/box:1';

export const imagesDenied: Scenario = {
  id: 'images.denied',
  title: 'a registry denies images, fails, stalls and breaks off, and serves one again',
  waitsMs: 3000,
  pod: {
    metadata: { name: 'stranger' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    ...denied('401'),
    ...denied('404'),
    ...denied('429'),
    ...denied('500'),
    ...denied('truncated'),
    { do: 'call', rpc: 'ListImages', request: {} },
    // It was there before: a pull by somebody else must neither succeed nor take it away.
    call('PullImage', secret, owner),
    call('ImageStatus', secret),
    call('PullImage', secret, stranger),
    call('ImageStatus', secret),
    call('PullImage', secret),
    call('ImageStatus', secret),
    { do: 'call', rpc: 'ListImages', request: {} },
    // The first transfer never ends: its caller gives up, and asks again.
    {
      do: 'call',
      rpc: 'PullImage',
      request: { image: { image: stalled } },
      deadlineMs: 3_000,
      together: true,
    },
    { do: 'let-time-pass', ms: 200 },
    call('ImageStatus', 'registry.test/box:1'),
    { do: 'call', rpc: 'ListImages', request: {} },
    { do: 'call', rpc: 'ListContainers', request: {} },
    { do: 'call', rpc: 'ImageFsInfo', request: {} },
    { do: 'let-time-pass', ms: 3_000 },
    call('ImageStatus', stalled),
    { do: 'call', rpc: 'ListImages', request: {} },
    // On a slow node the first one may have ended before its first transfer, and this one stalls.
    { do: 'call', rpc: 'PullImage', request: { image: { image: stalled } }, deadlineMs: 20_000 },
    call('PullImage', stalled),
    call('ImageStatus', stalled),
  ],
  exercises: [
    'image.list.complete',
    'image.pull.again-after-cancel',
    'image.pull.broken-refused',
    'image.pull.failed-keeps-old',
    'image.pull.failed-leaves-nothing',
    'image.pull.holds-up-no-read',
    'image.pull.keeps-secrets',
    'image.pull.present-at-once',
    'image.pull.ref-known',
    'image.pull.refused-promptly',
    'image.status.as-served',
  ],
};
