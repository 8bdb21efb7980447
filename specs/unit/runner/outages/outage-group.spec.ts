// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { sameAgain, type ChangeOfVersion } from '#runner/outages/change-of-version.js';
import { OutageGroup, type Arrival } from '#runner/outages/outage-group.js';
import type { Daemon } from '#launchers/daemon.js';

const never = new AbortController().signal;

interface GroupLog {
  readonly outageGroup: OutageGroup;
  /** What happened, in its order. */
  readonly told: string[];
  readonly arrive: (scenario: string, inFlight?: string) => Promise<void>;
}

function companyOf(
  outages: Readonly<Record<string, number>>,
  how: 'stop' | 'crash' | 'restart' = 'stop',
  failing?: 'start',
): GroupLog {
  const told: string[] = [];
  const act =
    (name: string): (() => Promise<void>) =>
    () => {
      told.push(name);
      return name === failing ? Promise.reject(new Error('it does not start')) : Promise.resolve();
    };
  const daemon: Daemon = {
    lacks: () => undefined,
    stop: act('stop'),
    crash: act('crash'),
    start: act('start'),
    restart: act('restart'),
    replace: act('replace'),
  };
  const away = (wanted: boolean): void => {
    told.push(wanted ? 'wanted' : 'not wanted');
  };
  const outageGroup = new OutageGroup({
    daemon,
    how,
    change: sameAgain(daemon),
    outages: new Map(Object.entries(outages)),
    onDown: away,
  });
  const arrive: GroupLog['arrive'] = (scenario, inFlight) => {
    const emit: Arrival['emit'] = (state) => told.push(`${scenario} ${state}`);
    const begins = (): Promise<void> => {
      if (inFlight !== undefined) told.push(inFlight);
      return Promise.resolve();
    };
    return outageGroup.arriveAndWait({ scenario, inFlight: begins, emit }, never);
  };
  return { outageGroup, told, arrive };
}

describe('scenarios that lose the daemon together', () => {
  it('wait for each other before it goes and before it returns', async () => {
    const { outageGroup, told, arrive } = companyOf({ a: 1, b: 1 });
    const first = arrive('a', 'a is in a call');
    await Promise.resolve();
    expect(told).toEqual([]);
    await Promise.all([first, arrive('b')]);
    expect(told).toEqual([
      'a is in a call',
      'wanted',
      'a stopping',
      'b stopping',
      'stop',
      'wanted',
      'a stopped',
      'b stopped',
    ]);
    await Promise.all([arrive('a'), arrive('b')]);
    expect(told.slice(8)).toEqual([
      'a starting',
      'b starting',
      'start',
      'not wanted',
      'a started',
      'b started',
    ]);
    await Promise.all([outageGroup.withdraw('a'), outageGroup.withdraw('b')]);
  });

  it('do not wait for one that is over, stuck or has no second outage', async () => {
    const { outageGroup, told, arrive } = companyOf({ twice: 2, once: 1, stuck: 2 });
    outageGroup.ended('stuck');
    await Promise.all([arrive('twice'), arrive('once')]);
    await Promise.all([arrive('twice'), arrive('once')]);
    const again = arrive('twice');
    expect(told.filter((what) => what === 'stop')).toHaveLength(1);
    // Its pods are removed by a daemon that is there.
    outageGroup.ended('once');
    await again;
    await arrive('twice');
    expect(told.filter((what) => ['stop', 'start'].includes(what))).toEqual([
      'stop',
      'start',
      'stop',
      'start',
    ]);
  });

  it('have the daemon back when the last of them leaves it away', async () => {
    const { outageGroup, told, arrive } = companyOf({ a: 1, b: 1 });
    await Promise.all([arrive('a'), arrive('b')]);
    const left = outageGroup.withdraw('a');
    expect(told).not.toContain('start');
    await outageGroup.withdraw('b');
    await left;
    expect(told).toContain('start');
  });

  it('learn that it does not return, and so does who comes later', async () => {
    const { outageGroup, told, arrive } = companyOf({ a: 2, b: 1 }, 'crash', 'start');
    await Promise.all([arrive('a'), arrive('b')]);
    const returns = [arrive('a'), arrive('b')];
    await expect(returns[0]).rejects.toThrow('it does not start');
    await expect(returns[1]).rejects.toThrow('it does not start');
    await expect(arrive('a')).rejects.toThrow('it does not start');
    expect(told.at(-1)).toBe('not wanted');
    await outageGroup.withdraw('a');
  });

  it('are together for a restart once', async () => {
    const { told, arrive } = companyOf({ a: 1, b: 1 }, 'restart');
    await Promise.all([arrive('a'), arrive('b')]);
    expect(told).toEqual([
      'wanted',
      'a stopping',
      'b stopping',
      'restart',
      'not wanted',
      'a started',
      'b started',
    ]);
  });

  it('are let go by an interruption', async () => {
    const { outageGroup } = companyOf({ a: 1, b: 1 });
    const interruption = new AbortController();
    const tell = (): void => undefined;
    const waiting = outageGroup.arriveAndWait(
      { scenario: 'a', inFlight: () => Promise.resolve(), emit: tell },
      interruption.signal,
    );
    interruption.abort();
    await expect(waiting).rejects.toThrow('interrupted');
  });
});

interface Changed extends Pick<GroupLog, 'told'> {
  readonly arrive: () => Promise<void>;
}

/** One scenario that goes through two changes of version: there, and back. */
function changing(change: Partial<ChangeOfVersion>): Changed {
  const told: string[] = [];
  const telling =
    (name: string, act: () => Promise<void> = () => Promise.resolve()) =>
    (): Promise<void> => {
      told.push(name);
      return act();
    };
  const daemon: Daemon = {
    lacks: () => undefined,
    stop: telling('stop'),
    crash: telling('crash'),
    start: telling('start'),
    restart: telling('restart'),
    replace: telling('replace'),
  };
  const outageGroup = new OutageGroup({
    daemon,
    how: 'upgrade',
    change: {
      ...(change.end && { end: telling('end', change.end) }),
      begin: telling('begin', change.begin),
    },
    outages: new Map([['a', 2]]),
    onDown: () => undefined,
  });
  const emit: Arrival['emit'] = (state, which) => told.push([state, ...Object.keys(which)].join(' '));
  const inFlight = (): Promise<void> => Promise.resolve();
  return { told, arrive: () => outageGroup.arriveAndWait({ scenario: 'a', inFlight, emit }, never) };
}

async function thereAndBack({ arrive }: Changed): Promise<void> {
  for (let moment = 0; moment < 4; moment++) await arrive();
}

describe('a change of version', () => {
  it('takes the place of the daemon’s acts, and the second one is the way back', async () => {
    const changed = changing({ end: () => Promise.resolve() });
    await thereAndBack(changed);
    const there = ['stopping upgraded', 'end', 'stopped upgraded'];
    const comes = ['starting upgraded', 'begin', 'started upgraded'];
    const back = [...there, ...comes].map((what) => (what.includes(' ') ? `${what} back` : what));
    expect(changed.told).toEqual([...there, ...comes, ...back]);
  });

  it('by one command has no moment in between', async () => {
    const changed = changing({});
    await thereAndBack(changed);
    const there = ['stopping upgraded', 'begin', 'started upgraded'];
    const back = ['stopping upgraded back', 'begin', 'started upgraded back'];
    expect(changed.told).toEqual([...there, ...back]);
  });

  it('that fails is told to who waits, and to who comes later', async () => {
    const begin = (): Promise<void> => Promise.reject(new Error('the new version did not start'));
    const { told, arrive } = changing({ end: () => Promise.resolve(), begin });
    await arrive();
    await expect(arrive()).rejects.toThrow('the new version did not start');
    await expect(arrive()).rejects.toThrow('the new version did not start');
    expect(told.at(-1)).toBe('begin');
  });
});
