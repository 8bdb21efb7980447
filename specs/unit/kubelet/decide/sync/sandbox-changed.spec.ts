// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { sandboxChanged } from '#kubelet/decide/sync/sandbox-changed.js';
import { dead, podOf, sandbox, status } from '../statuses.js';

const attempt = (number: number, id: string): object => ({ id, metadata: { name: 'p', attempt: number } });
const onNode = { linux: { namespaces: { options: { network: 'NODE' as const } } } };

it.each([
  ['P1 no sandbox', podOf(), [], { changed: true, attempt: 0, id: '' }],
  [
    'P2 two are ready',
    podOf(),
    [sandbox(attempt(3, 's3')), sandbox()],
    { changed: true, attempt: 4, id: 's3' },
  ],
  [
    'P2 comes before P3: the newest of three is dead',
    podOf(),
    [sandbox({ ...dead, ...attempt(4, 's4') }), sandbox(attempt(3, 's3')), sandbox()],
    { changed: true, attempt: 5, id: 's4', why: 'several sandboxes are ready' },
  ],
  ['P3 not ready', podOf(), [sandbox(dead)], { changed: true, attempt: 1, id: 's0' }],
  [
    'P3 newest not ready, an older one is',
    podOf(),
    [sandbox({ ...dead, ...attempt(1, 's1') }), sandbox()],
    { changed: true, attempt: 2, id: 's1' },
  ],
  ['P4 network of the node', podOf(), [sandbox(onNode)], { changed: true, attempt: 1, id: '' }],
  ['P4 network of its own', podOf({ hostNetwork: true }), [sandbox()], { changed: true, attempt: 1, id: '' }],
  [
    'P4 nothing said of namespaces reads as a network of its own',
    podOf({ hostNetwork: true }),
    [sandbox({ linux: { namespaces: {} } })],
    { changed: true, attempt: 1, id: '' },
  ],
  ['P5 empty address', podOf(), [sandbox({ network: {} })], { changed: true, attempt: 1, id: 's0' }],
  [
    'P5 only further addresses',
    podOf(),
    [sandbox({ network: { additional_ips: [{ ip: 'fd00::1' }] } })],
    { changed: true, attempt: 1, id: 's0' },
  ],
  [
    'P5 does not hold on the node',
    podOf({ hostNetwork: true }),
    [sandbox({ ...onNode, network: {} })],
    { changed: false, attempt: 0, id: 's0' },
  ],
  [
    'P6 no network said',
    podOf(),
    [sandbox({ network: undefined })],
    { changed: false, attempt: 0, id: 's0' },
  ],
  ['P6 fine', podOf(), [sandbox(attempt(2, 's2'))], { changed: false, attempt: 2, id: 's2' }],
])('%s', (...[, pod, sandboxes, expected]) => {
  expect(sandboxChanged(pod, status(sandboxes))).toMatchObject(expected);
});
