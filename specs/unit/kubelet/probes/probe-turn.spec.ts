// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import {
  afterProbe,
  freshMemory,
  takeTurn,
  type ProbeKind,
  type ProbeMemory,
  type ProbedContainer,
  type ProbeTurn,
} from '#kubelet/probes/probe-turn.js';
import type { Probe } from '#pod/probe.js';

const running: ProbedContainer = {
  id: 'c',
  state: 'running',
  started: true,
  runningSeconds: 5,
  willRestart: true,
};
const known: ProbeMemory = { ...freshMemory, id: 'c' };

describe('a turn', () => {
  it.each<[string, ProbeKind, Probe, ProbeMemory, ProbedContainer | undefined, Partial<ProbeTurn>]>([
    ['no container yet', 'liveness', {}, freshMemory, undefined, { then: 'wait' }],
    ['a new container', 'liveness', {}, freshMemory, running, { then: 'probe', result: 'success' }],
    ['not ready until asked', 'readiness', {}, freshMemory, running, { then: 'probe', result: 'failure' }],
    ['once more', 'readiness', {}, known, running, { then: 'probe' }],
    [
      'not started until asked',
      'startup',
      {},
      freshMemory,
      { ...running, started: false },
      { then: 'probe', result: 'unknown' },
    ],
    ['others wait for the start', 'liveness', {}, known, { ...running, started: false }, { then: 'wait' }],
    ['a start is enough', 'startup', {}, known, running, { then: 'wait' }],
    ['before its delay', 'readiness', { initialDelaySeconds: 6 }, known, running, { then: 'wait' }],
    ['at its delay', 'readiness', { initialDelaySeconds: 5 }, known, running, { then: 'probe' }],
    ['on hold', 'liveness', {}, { ...known, onHold: true }, running, { then: 'wait' }],
    [
      'no hold for the next container',
      'liveness',
      {},
      { ...known, onHold: true },
      { ...running, id: 'd' },
      { then: 'probe', result: 'success' },
    ],
    [
      'an end that is not the last',
      'liveness',
      {},
      known,
      { ...running, state: 'exited' },
      { then: 'wait', result: 'failure' },
    ],
    [
      'the last end',
      'liveness',
      {},
      known,
      { ...running, state: 'exited', willRestart: false },
      { then: 'end', result: 'failure' },
    ],
    [
      'created, not running',
      'readiness',
      {},
      freshMemory,
      { ...running, state: 'created', willRestart: false },
      { then: 'wait', result: 'failure' },
    ],
  ])('%s', (...[, kind, probe, memory, current, expected]) => {
    const turn = takeTurn({ kind, probe }, memory, current);
    expect({ then: turn.then, result: turn.result }).toEqual({ result: undefined, ...expected });
    expect(turn.memory.id).toBe(current?.id ?? memory.id);
  });
});

describe('thresholds', () => {
  const f = 'failure';
  const s = 'success';
  const thrice: Probe = { failureThreshold: 3, successThreshold: 2 };
  it.each<[string, ProbeKind, Probe, ('success' | 'failure')[], (string | undefined)[], boolean]>([
    ['the n-th failure', 'liveness', thrice, [f, f, f], [undefined, undefined, f], true],
    ['a success between', 'readiness', thrice, [f, f, s, f, f], Array(5).fill(undefined), false],
    ['the n-th success', 'readiness', thrice, [s, s, s], [undefined, s, s], false],
    ['failures of readiness go on', 'readiness', { failureThreshold: 1 }, [f, f], [f, f], false],
    ['three by default', 'liveness', {}, [f, f, f], [undefined, undefined, f], true],
    ['one success by default', 'liveness', {}, [s], [s], false],
    ['a start needs no second one', 'startup', {}, [s], [s], true],
    ['0 is the default', 'liveness', { failureThreshold: 0 }, [f, f], [undefined, undefined], false],
  ])('%s', (...[, kind, probe, answers, results, onHold]) => {
    let memory: ProbeMemory = known;
    const seen = answers.map((answer) => {
      const after = afterProbe({ kind, probe }, memory, answer);
      memory = after.memory;
      return after.result;
    });
    expect(seen).toEqual(results);
    expect(memory.onHold).toBe(onHold);
  });

  it('a failure for good begins a new row', () => {
    const { memory } = afterProbe({ kind: 'liveness', probe: { failureThreshold: 1 } }, known, f);
    expect(memory).toMatchObject({ onHold: true, run: 0 });
  });
});
