// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { allContracts } from '#contracts/all.generated.js';
import { weightsOf } from '#contracts/occasions/node-limits.js';
import type { Verdict } from '#contracts/verdict.js';
import { evidenceOf, nodeProcess, type Story } from '../../../support/evidence-literal.js';

const ofNode = allContracts.filter(({ id }) => id.startsWith('node.'));

function verdict(id: string, tell: (story: Story) => unknown): Verdict {
  const contract = ofNode.find((one) => one.id === id);
  if (contract === undefined) throw new Error(`no contract ${id}`);
  return contract.check(evidenceOf(tell));
}

describe('a node that shows nothing', () => {
  it.each(ofNode.map(({ id }) => id))('%s is unsupported, with the reason', (id) => {
    expect(verdict(id, (s) => s.running().nodeUnseen('not root').stop().exited())).toEqual({
      kind: 'unsupported',
      calls: [],
      reason: 'not root',
    });
  });
});

describe('what is left for a moment', () => {
  it('is no violation unless it was waited for', () => {
    const seen = verdict('node.processes.gone-after-stop', (s) => s.running().look().stop().look());
    expect(seen).toMatchObject({ kind: 'undecided' });
  });

  it('is none if it is gone at the second look', () => {
    const seen = verdict('node.processes.gone-after-stop', (s) =>
      s.running().look().stop().look().look({ processes: [] }, { waitedMs: 60 }),
    );
    expect(seen).toMatchObject({ kind: 'held' });
  });

  it('proves nothing of a container that never had a process', () => {
    const seen = verdict('node.processes.gone-after-stop', (s) =>
      s.running().look({ processes: [] }).stop().look({ processes: [] }),
    );
    expect(seen).toMatchObject({ kind: 'unexercised' });
  });
});

describe('node.processes.state-true', () => {
  const dead = { processes: [] } as const;
  const id = 'node.processes.state-true';

  it('finds a container that is RUNNING long after its process is gone', () => {
    const seen = verdict(id, (s) => {
      s.running().look().status().look(dead);
      s.atMs += 11_000;
      return s.status();
    });
    expect(seen).toMatchObject({ kind: 'violated' });
    expect(seen.kind === 'violated' && seen.actual).toMatch(
      /^CONTAINER_RUNNING in ContainerStatus, 11\.\d s after none was left$/,
    );
  });

  it('leaves a runtime the time to notice, from the return of its daemon on', () => {
    const seen = verdict(id, (s) => {
      s.running().look().look(dead);
      s.atMs += 30_000;
      return s.outage().status();
    });
    expect(seen).toMatchObject({ kind: 'unexercised' });
  });
});

describe('node.cgroup.limits-applied', () => {
  const id = 'node.cgroup.limits-applied';
  const cgroup = { path: '/a/c1', driver: 'systemd', cpuPeriod: 100_000, cpuWeight: 40 } as const;
  const asked = (s: Story, shares: string): Story =>
    s.running({ linux: { resources: { cpu_shares: shares } } });

  it('knows both conversions of shares to a weight', () => {
    expect(weightsOf(2)).toEqual([1, 1]);
    expect(weightsOf(1024)).toEqual([39, 100]);
    expect(weightsOf(262_144)).toEqual([10_000, 10_000]);
    expect(verdict(id, (s) => asked(s, '1024').look({ cgroup }))).toMatchObject({ kind: 'held' });
    expect(verdict(id, (s) => asked(s, '512').look({ cgroup }))).toMatchObject({ kind: 'violated' });
  });

  it('demands the old values after a refused update, and nothing while one is in flight', () => {
    const change = { container_id: 'c1', linux: { cpu_shares: '512' } } as const;
    const refused = (weight: number): Verdict =>
      verdict(id, (s) =>
        asked(s, '1024')
          .call('UpdateContainerResources', change, { refused: 'UNKNOWN' })
          .look({ cgroup: { ...cgroup, cpuWeight: weight } }),
      );
    expect(refused(39)).toMatchObject({ kind: 'held' });
    expect(refused(20)).toMatchObject({ kind: 'violated' });
    const unknown = verdict(id, (s) =>
      asked(s, '1024')
        .call('UpdateContainerResources', change, { unanswered: true })
        .look({ cgroup: { ...cgroup, cpuWeight: 20 } }),
    );
    expect(unknown).toMatchObject({ kind: 'unexercised' });
  });
});

it('a process that was there before a command timed out is not of that command', () => {
  const before = nodeProcess({ pid: 8, command: '/box sleep 61s', startedAtMs: 3 });
  const seen = verdict('node.processes.exec-timeout-ends', (s) => {
    s.running().look();
    s.atMs += 5_000;
    return s
      .exec(['/box', 'sleep 61s'], { refused: 'DEADLINE_EXCEEDED' }, { timeout: '1', lastsMs: 1_010 })
      .look({ processes: [before] }, { waitedMs: 2_000, isPatient: true });
  });
  expect(seen).toMatchObject({ kind: 'held' });
});
