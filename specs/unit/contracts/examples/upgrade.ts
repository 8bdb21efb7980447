// SPDX-License-Identifier: Apache-2.0
import type { Story } from '../../../support/evidence-literal.js';
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
  return s;
};

/** The new version makes a container; then the old one returns. */
const madeByNew = (s: Story): Story =>
  s.upgrading().sandbox().outage('upgrade').create().start().outage('upgrade');

export const upgradeExamples: Examples = {
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
