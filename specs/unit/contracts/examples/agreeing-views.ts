// SPDX-License-Identifier: Apache-2.0
import type { RuntimeFeatures } from '#cri/proto/generated/messages.js';
import { box } from '#guest/box.js';
import type { Story } from '../../../support/evidence-literal.js';
import type { Examples } from './example.js';

/** That the second of two containers was started, with the statuses of these. */
const startOfSecond = (s: Story, ids: readonly string[]) => ({
  container_id: 'c2',
  container_event_type: 'CONTAINER_STARTED_EVENT' as const,
  created_at: s.ns(),
  pod_sandbox_status: s.sandboxView(),
  containers_statuses: ids.map((id) => s.view(id)),
});

const two = (s: Story): Story =>
  s
    .running()
    .create('c2', { metadata: { name: 'b' } })
    .start('c2');

/** The image puts its user into the group 3001 as well. */
const strict = (s: Story, features: RuntimeFeatures): Story =>
  s
    .sandbox()
    .create('c1', {
      image: { image: 'sha256:abc', user_specified_image: 'registry.test/box-username:1' },
      command: box('show groups', 'print ready', 'wait'),
      linux: { security_context: { supplemental_groups: ['4001'], supplemental_groups_policy: 'Strict' } },
    })
    .start()
    .log('2023-11-14T22:13:20.1Z stdout F groups=2345 4001\n2023-11-14T22:13:20.1Z stdout F ready\n')
    .call(
      'Status',
      {},
      { ok: { status: { conditions: [{ type: 'RuntimeReady', status: true }] }, features } },
    );

const ready = [
  { type: 'RuntimeReady', status: true },
  { type: 'NetworkReady', status: true },
];

const lacking = (s: Story, reason: string): Story =>
  s.call(
    'Status',
    {},
    { ok: { status: { conditions: [...ready, { type: 'Extra', reason, message: 'it is not there' }] } } },
  );

const verbose = (s: Story, info: Readonly<Record<string, string>>): Story =>
  s
    .call('Status', {}, { ok: { status: { conditions: ready } } })
    .call('Status', { verbose: true }, { ok: { status: { conditions: ready }, info } });

export const agreeingViewsExamples: Examples = {
  'events.payload.all-containers': {
    held: (s) => two(s).watched([startOfSecond(s, ['c1', 'c2'])]),
    violated: (s) => two(s).watched([startOfSecond(s, ['c2'])]),
  },
  'runtime.status.conditions-explained': {
    held: (s) => lacking(s, 'ExtraNotFound'),
    violated: (s) => lacking(s, ''),
  },
  'runtime.status.info': {
    held: (s) => verbose(s, { config: '{"containerd":{}}' }),
    violated: (s) => verbose(s, { config: '(not JSON)' }),
  },
  'runtime.status.features-true': {
    held: (s) => strict(s, { supplemental_groups_policy: true }),
    violated: (s) => strict(s, {}),
  },
};
