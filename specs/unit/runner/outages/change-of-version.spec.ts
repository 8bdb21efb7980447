// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { endInTime, sameAgain } from '#runner/outages/change-of-version.js';
import type { Daemon } from '#launchers/daemon.js';

interface Told {
  readonly daemon: Daemon;
  readonly told: string[];
}

/** `stops`: how its stop ends when it is not killed. */
function daemonThat(stops: 'ends' | 'hangs' | 'fails'): Told {
  const told: string[] = [];
  let die = (): void => undefined;
  const killed = new Promise<void>((resolve) => {
    die = resolve;
  });
  const act = (name: string) => (): Promise<void> => {
    told.push(name);
    return Promise.resolve();
  };
  const endOf = {
    ends: () => Promise.resolve(),
    hangs: () => killed,
    fails: () => Promise.reject(new Error('it does not stop')),
  };
  const daemon: Daemon = {
    lacks: () => undefined,
    stop: async () => {
      told.push('stop');
      await endOf[stops]();
      told.push('ended');
    },
    crash: () => {
      told.push('crash');
      die();
      return Promise.resolve();
    },
    start: act('start'),
    restart: act('restart'),
    replace: act('replace'),
  };
  return { daemon, told };
}

describe('a daemon that gives way to another version', () => {
  it('is stopped', async () => {
    const { daemon, told } = daemonThat('ends');
    await endInTime(daemon);
    expect(told).toEqual(['stop', 'ended']);
  });

  it('is killed when it does not end in time', async () => {
    const { daemon, told } = daemonThat('hangs');
    await endInTime(daemon, 1);
    expect(told).toEqual(['stop', 'crash', 'ended']);
  });

  it('is not killed when it cannot be stopped: that is said', async () => {
    const { daemon, told } = daemonThat('fails');
    await expect(endInTime(daemon)).rejects.toThrow('it does not stop');
    expect(told).toEqual(['stop']);
  });

  it('and has no other binaries, comes again', async () => {
    const { daemon, told } = daemonThat('ends');
    const { end, begin } = sameAgain(daemon);
    await end?.();
    await begin();
    expect(told).toEqual(['stop', 'ended', 'start']);
  });
});
