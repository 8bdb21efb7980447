// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { VerdictKind } from '#contracts/verdict.js';
import { allContracts } from '#contracts/all.generated.js';
import { evidenceOf, type Story } from '../../support/evidence-literal.js';

type Row = readonly [string, VerdictKind, (story: Story) => unknown];

const isAwaited = (s: Story): Story => s.step('wait-for-no-process', { container: 'a' });
const exits = { command: ['/box', 'await /scratch/go', 'exit 7'] };
const running = (command: readonly string[]) => (s: Story) => s.running({ command }).status();
const exited = { state: 'CONTAINER_EXITED', exit_code: 7 } as const;
const mounts = [
  { container_path: '/a', host_path: '/x' },
  { container_path: '/b', host_path: '/y' },
];

const rows: Readonly<Record<string, readonly Row[]>> = {
  'restart.container.unchanged': [
    [
      'after a restart of which only begin and end are known',
      'held',
      (s) => s.running().status().outage('restart').status(),
    ],
    [
      'a status after two outages',
      'violated',
      (s) => s.running().status().outage().status().outage().status('c1', { labels: {} }),
    ],
    [
      'a status that was read while the daemon was down',
      'unexercised',
      (s) =>
        s
          .running()
          .status()
          .outage('stop', () => s.status('c1', { labels: {} })),
    ],
    [
      'a container that was stopped before it was read again',
      'unexercised',
      (s) => s.running().status().outage().stop().status('c1', { labels: {} }),
    ],
    [
      'a container that was started only after it was read first',
      'unexercised',
      (s) => s.sandbox().create().status('c1', { started_at: '0' }).start().outage().status(),
    ],
    [
      'labels in another order',
      'held',
      (s) =>
        s
          .running()
          .status('c1', { labels: { a: '1', b: '2' } })
          .outage()
          .status('c1', { labels: { b: '2', a: '1' } }),
    ],
    [
      'a log path without its directory',
      'violated',
      (s) => s.running().status().outage().status('c1', { log_path: '0.log' }),
    ],
    [
      'the time of the restart as that of its making',
      'violated',
      (s) => s.running().status().outage().status('c1', { created_at: s.ns() }),
    ],
    [
      'nobody back yet',
      'unexercised',
      (s) => s.running().status().daemon('stopping', 'crash').status('c1', { labels: {} }),
    ],
  ],
  'restart.container.mounts-kept': [
    [
      'mounts in another order',
      'held',
      (s) => s.running().status('c1', { mounts }).outage().status('c1', { mounts: mounts.toReversed() }),
    ],
    [
      'one mount less',
      'violated',
      (s) =>
        s
          .running()
          .status('c1', { mounts })
          .outage()
          .status('c1', { mounts: mounts.slice(1) }),
    ],
    [
      'a container without mounts',
      'unexercised',
      (s) => s.running().status('c1', { mounts: undefined }).outage().status('c1', { mounts: undefined }),
    ],
  ],
  'restart.container.resources-kept': [
    [
      'an update after the return',
      'unexercised',
      (s) =>
        s
          .running()
          .status('c1', { resources: { linux: { cpu_shares: '51' } } })
          .outage()
          .call('UpdateContainerResources', { container_id: 'c1' }, { ok: {} })
          .status('c1', { resources: { linux: { cpu_shares: '102' } } }),
    ],
    ['a runtime that does not tell resources', 'unexercised', (s) => s.running().status().outage().status()],
    [
      'resources that are not told any more',
      'violated',
      (s) =>
        s
          .running()
          .status('c1', { resources: { linux: { cpu_shares: '51' } } })
          .outage()
          .status(),
    ],
  ],
  'restart.container.created-stays-created': [
    [
      'one that shows as running',
      'violated',
      (s) => s.sandbox().create().status('c1', { state: 'CONTAINER_CREATED' }).outage().status(),
    ],
    [
      'one that was started after the return',
      'unexercised',
      (s) => s.sandbox().create().status('c1', { state: 'CONTAINER_CREATED' }).outage().start().status(),
    ],
  ],
  'restart.container.keeps-running': [
    ['where nobody looked for processes', 'held', (s) => s.running().status().outage().status()],
    [
      'a process that is gone, behind a state that is not',
      'violated',
      (s) => s.running().status().processes(2).outage().processes(1).status(),
    ],
    [
      'a process that lives, behind an exit',
      'violated',
      (s) =>
        s
          .running()
          .status()
          .processes(1)
          .outage()
          .processes(1)
          .status('c1', { ...exited, exit_code: 255 }),
    ],
    [
      'a program that ends by itself',
      'unexercised',
      (s) => running(['/box', 'sleep 1s'])(s).outage().status('c1', exited),
    ],
    [
      'one that is listed as nobody knows what',
      'violated',
      (s) =>
        s
          .running()
          .status()
          .outage()
          .status()
          .list([s.item('c1', { state: 'CONTAINER_UNKNOWN' })]),
    ],
    ['one that was and is listed', 'held', (s) => s.running().list([s.item()]).outage().list([s.item()])],
    [
      'one that is stopped, and listed as ended',
      'unexercised',
      (s) =>
        s
          .running()
          .status()
          .outage()
          .stop()
          .list([s.item('c1', { state: 'CONTAINER_EXITED' })]),
    ],
    [
      'one that somebody stops while it is listed',
      'unexercised',
      (s) => {
        s.running().status().outage().lasting(500).stop();
        const { beganMs = 0 } = s.calls.at(-1) ?? {};
        s.list([s.item('c1', { state: 'CONTAINER_EXITED' })]);
        return Object.assign(s.calls.at(-1) ?? {}, { beganMs: beganMs + 100, endedMs: beganMs + 200 });
      },
    ],
    [
      'one whose whole pod was killed',
      'unexercised',
      (s) =>
        s
          .running()
          .status()
          .outage('crash', () => s.processKilled(1))
          .exited(137),
    ],
  ],
  'restart.exited.data-kept': [
    ['one that shows as running', 'violated', (s) => s.running().status('c1', exited).outage().status()],
    [
      'another time',
      'violated',
      (s) =>
        s
          .running()
          .status('c1', exited)
          .outage()
          .status('c1', { ...exited, finished_at: '9' }),
    ],
    [
      'another reason',
      'violated',
      (s) =>
        s
          .running()
          .status('c1', exited)
          .outage()
          .status('c1', { ...exited, reason: 'Unknown' }),
    ],
  ],
  'restart.exit.code-kept': [
    [
      'a program whose last statement does not tell',
      'unexercised',
      (s) => running(['/box', 'await /scratch/go'])(s).outage('stop', isAwaited).exited(0),
    ],
    [
      'a program that ended well, and is said to have failed',
      'violated',
      (s) => running(['/box', 'await /scratch/go', 'exit 0'])(s).outage('crash', isAwaited).exited(255),
    ],
    [
      'a container that had been told to stop',
      'unexercised',
      (s) => s.running(exits).status().stop().outage('crash', isAwaited).exited(137),
    ],
    [
      'an end that nobody waited for while the daemon was down',
      'unexercised',
      (s) => isAwaited(s.running(exits).status().outage()).exited(255),
    ],
  ],
  'restart.exit.seen': [
    [
      'RUNNING for a moment more',
      'held',
      (s) => s.running(exits).status().outage('stop', isAwaited).status().exited(7),
    ],
    [
      'RUNNING for ever',
      'violated',
      (s) => {
        s.running(exits).status().outage('stop', isAwaited);
        s.atMs += 31_000;
        return s.status();
      },
    ],
    [
      'RUNNING, and read only at once',
      'unexercised',
      (s) => s.running(exits).status().outage('stop', isAwaited).status(),
    ],
    [
      'RUNNING for ever, and only listed',
      'violated',
      (s) => later(s.running(exits).status().outage('stop', isAwaited).status(), 31_000).list([s.item()]),
    ],
    [
      'EXITED, and RUNNING in a list half a minute later',
      'violated',
      (s) => later(s.running(exits).status().outage('stop', isAwaited).exited(7), 31_000).list([s.item()]),
    ],
    [
      'EXITED when somebody looked at last',
      'held',
      (s) => later(s.running(exits).status().outage('stop', isAwaited).status(), 33_000).exited(7),
    ],
    [
      'EXITED, and looked at for the first time after half a minute',
      'held',
      (s) => later(s.running(exits).status().outage('stop', isAwaited), 33_000).exited(7),
    ],
    [
      'listed as RUNNING after somebody removed it',
      'unexercised',
      (s) => later(s.running(exits).status().outage('stop', isAwaited).remove(), 31_000).list([s.item()]),
    ],
    [
      'an end in an hour',
      'violated',
      (s) =>
        s
          .running(exits)
          .status()
          .outage('stop', isAwaited)
          .exited(7, { finished_at: s.ns(3_600_000) }),
    ],
    [
      'no time',
      'violated',
      (s) => s.running(exits).status().outage('stop', isAwaited).exited(7, { finished_at: '0' }),
    ],
  ],
};

function later(s: Story, ms: number): Story {
  s.atMs += ms;
  return s;
}

describe.each(Object.entries(rows))('%s', (id, stories) => {
  const contract = allContracts.find((each) => each.id === id);

  it.each(stories)('%s: %s', (_, kind, story) => {
    expect(contract?.check(evidenceOf(story))).toMatchObject({ kind });
  });
});
