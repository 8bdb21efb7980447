// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { restartPreexistingRead } from '#contracts/restart/preexisting/read.js';
import type { VerdictKind } from '#contracts/verdict.js';
import { evidenceOf, type Ending, type Story } from '../../support/evidence-literal.js';

const no = { refused: 'UNKNOWN' } as const;
const status = (s: Story, ending: Ending<'ContainerStatus'>): Story =>
  s.call('ContainerStatus', { container_id: 'c1' }, ending);
const image = (s: Story, ending: Ending<'ImageStatus'>, name = 'reg/box:1'): Story =>
  s.call('ImageStatus', { image: { image: name } }, ending);
const nothing = { ok: {} } as const;

const rows: readonly (readonly [what: string, verdict: VerdictKind, tell: (story: Story) => unknown])[] = [
  ['only the first answer is a refusal', 'violated', (s) => status(s.running().outage(), no).status()],
  [
    'a sandbox cannot be read any more',
    'violated',
    (s) => s.sandbox().outage().call('PodSandboxStatus', { pod_sandbox_id: 's1' }, no),
  ],
  ['sandboxes cannot be listed', 'violated', (s) => s.sandboxes([]).outage().call('ListPodSandbox', {}, no)],
  ['containers cannot be listed', 'violated', (s) => s.list([]).outage().call('ListContainers', {}, no)],
  [
    'images cannot be listed',
    'violated',
    (s) => s.call('ListImages', {}, nothing).outage().call('ListImages', {}, no),
  ],
  ['an image cannot be read', 'violated', (s) => image(image(s, nothing).outage(), no)],
  [
    'a list is refused after the second return',
    'violated',
    (s) => s.list([]).outage().list([]).outage().call('ListContainers', {}, no),
  ],
  [
    'an image of another name cannot be read',
    'unexercised',
    (s) => image(image(s, nothing).outage(), no, 'x'),
  ],
  [
    'a list that was refused before, too',
    'unexercised',
    (s) => s.call('ListImages', {}, no).outage().call('ListImages', {}, no),
  ],
  [
    'something is not found, which is for others to judge',
    'unexercised',
    (s) => image(image(s.running(), nothing).outage().missing(), { refused: 'NOT_FOUND' }),
  ],
  ['a read that is cut off', 'unexercised', (s) => status(s.running().outage().outage(), { cutOff: true })],
  ['a read that nobody answers', 'undecided', (s) => status(s.running().outage(), { unanswered: true })],
  [
    'a container that was told to be removed',
    'unexercised',
    (s) => status(s.running().outage().remove({ unanswered: true }), no),
  ],
  ['a container that is younger than the daemon', 'unexercised', (s) => status(s.outage().running(), no)],
];

it.each(rows)('restart.preexisting.read: %s', (_, kind, tell) => {
  expect(restartPreexistingRead.check(evidenceOf(tell))).toMatchObject({ kind });
});
