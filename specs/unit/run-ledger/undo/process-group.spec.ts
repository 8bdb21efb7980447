// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, it } from '@jest/globals';
import { isAlive, processStat, startTicksOf } from '#host/process-identity.js';
import { liveHostProcesses } from '#host/processes.js';
import { endProcessGroup } from '#run-ledger/undo/process-group.js';
import { endLeaders, leader } from '../../host/leader.js';

afterEach(endLeaders);

describe('endProcessGroup', () => {
  it('ends the leader and what it started', async () => {
    const pid = await leader('sleep 600 & echo ready; wait');
    const report = await endProcessGroup(pid, startTicksOf(pid));
    expect(report).toEqual({ removed: [`process group ${pid}`], remains: [] });
    expect(liveHostProcesses().filter((one) => processStat(one)?.group === pid)).toEqual([]);
  });

  it('does not ask twice', async () => {
    const pid = await leader('trap "" TERM; echo ready; while :; do sleep 1; done');
    await endProcessGroup(pid, startTicksOf(pid), 100);
    expect(isAlive(pid, startTicksOf(pid))).toBe(false);
  });

  it('leaves a process alone that merely has the pid', async () => {
    const pid = await leader('echo ready; exec sleep 600');
    expect(await endProcessGroup(pid, '1')).toEqual({ removed: [], remains: [] });
    expect(isAlive(pid, startTicksOf(pid))).toBe(true);
  });
});
