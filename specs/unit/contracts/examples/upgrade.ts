// SPDX-License-Identifier: Apache-2.0
import type { NodeCgroup, NodeInside, NodeObject } from '#evidence/node-observation.js';
import { nodeProcess, type Story } from '../../../support/evidence-literal.js';
import type { Examples } from './example.js';

const isOfRestarts = (id: string): boolean => id.startsWith('restart.');

/** What happens around a restart, where another version comes back. */
export function upgradedExamples(examples: Examples): Examples {
  return Object.fromEntries(
    Object.entries(examples)
      .filter(([id]) => isOfRestarts(id))
      .map(([id, { held, violated }]) => [
        id.replace('restart.', 'upgrade.'),
        {
          held: (s: Story) => held(s.upgrading()),
          violated: (s: Story) => violated(s.upgrading()),
        },
      ]),
  );
}

const version = (s: Story, runtime_version: string): Story =>
  s.call('Version', {}, { ok: { version: '0.1.0', runtime_name: 'r', runtime_version } });

/** It stops, and nothing starts. */
const gone = (s: Story): Story => {
  s.daemon('stopping', 'upgrade').daemon('stopped', 'upgrade');
  s.stuck = 'the daemon: r 2 did not start: it ended with exit code 1';
  return s;
};

/** The new version makes a container; then the old one returns. */
const madeByNew = (s: Story): Story =>
  s.upgrading().sandbox().outage('upgrade').create().start().outage('upgrade');

const inside: NodeInside = {
  namespaces: { net: 'net:[1]' },
  ofNode: { net: 'net:[2]' },
  mounts: [{ path: '/data', isReadOnly: false, isShared: false, isSlave: false }],
  addresses: ['10.0.0.5'],
};
const cgroup: NodeCgroup = { path: '/k8s.io/c1', driver: 'cgroupfs', memoryLimit: 1000 };

/** What the node shows of a container before and after another version takes over. */
const seen =
  (after: Partial<NodeObject> = {}) =>
  (s: Story): Story =>
    s
      .upgrading()
      .running({ command: ['/box', 'wait'] })
      .look({ inside, cgroup }, { when: 'change' })
      .outage('upgrade')
      .look({ inside, cgroup, ...after }, { when: 'change' });

export const upgradeExamples: Examples = {
  'upgrade.node.addresses-kept': { held: seen(), violated: seen({ inside: { ...inside, addresses: [] } }) },
  'upgrade.node.limits-kept': { held: seen(), violated: seen({ cgroup: { ...cgroup, memoryLimit: 2000 } }) },
  'upgrade.node.mounts-kept': { held: seen(), violated: seen({ inside: { ...inside, mounts: [] } }) },
  'upgrade.node.processes-kept': {
    held: seen(),
    violated: seen({ processes: [nodeProcess({ startTicks: '200' })] }),
  },
  'upgrade.version.starts': {
    held: (s) => version(version(s, '1').upgrading().outage('upgrade'), '2'),
    violated: (s) => gone(version(s, '1').upgrading()),
  },
  'upgrade.return.starts': {
    held: (s) => version(version(s, '1').upgrading().outage('upgrade').outage('upgrade'), '1'),
    violated: (s) => gone(version(s, '1').upgrading().outage('upgrade')),
  },
  'upgrade.return.version': {
    held: (s) => version(version(s, '1').upgrading().outage('upgrade').outage('upgrade'), '1'),
    violated: (s) => version(version(s, '1').upgrading().outage('upgrade').outage('upgrade'), '2'),
  },
  'upgrade.return.objects-known': {
    held: (s) => madeByNew(s).list([s.item()]),
    violated: (s) => madeByNew(s).list([]),
  },
  'upgrade.return.verbs-work': {
    held: (s) => madeByNew(s).status(),
    violated: (s) => madeByNew(s).call('ContainerStatus', { container_id: 'c1' }, { refused: 'UNKNOWN' }),
  },
};
