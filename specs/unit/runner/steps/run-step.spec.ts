// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import type { EvidenceEvent } from '#evidence/event.js';
import type { ScenarioContext } from '#runner/scenario-context.js';
import { runStep } from '#runner/steps/run-step.js';

/** Of a scenario that loses its daemon alone; what a step would do to the pod fails. */
function contextOf(written: EvidenceEvent[]): ScenarioContext {
  const context = {
    scenario: { id: 'some.story', steps: [{ do: 'stop-daemon', how: 'crash' }] },
    writer: { nowMs: () => 7, append: (event: EvidenceEvent) => written.push(event) },
    signal: new AbortController().signal,
    ids: { update: () => undefined },
    controller: {
      view: () => undefined,
      resume: () => undefined,
      update: () => {
        throw new Error('no such pod');
      },
    },
    faults: { clear: () => undefined },
    outageGroup: {
      arriveAndWait: async ({
        inFlight,
        emit,
      }: {
        inFlight: () => Promise<void>;
        emit: (s: string, which: object) => void;
      }) => {
        await inFlight();
        emit('stopping', {});
      },
    },
    stepsBegun: 0,
  };
  return context as unknown as ScenarioContext;
}

const at = { scenario: 'some.story', atMs: 7 };

it('writes down where a step begins and ends, also one within another, and what the daemon was told', async () => {
  const written: EvidenceEvent[] = [];
  const context = contextOf(written);
  await runStep(context, { do: 'stop-daemon', how: 'crash', inFlight: [{ do: 'clear-faults' }] });
  await runStep(context, { do: 'resume-kubelet' });
  const parameters = { how: 'crash', inFlight: [{ do: 'clear-faults' }] };
  expect(written).toEqual([
    { type: 'step', ...at, nth: 1, name: 'stop-daemon', parameters },
    { type: 'step', ...at, nth: 2, name: 'clear-faults', parameters: {} },
    { type: 'step-end', ...at, nth: 2 },
    { type: 'daemon', ...at, state: 'stopping', how: 'crash' },
    { type: 'step-end', ...at, nth: 1 },
    { type: 'step', ...at, nth: 3, name: 'resume-kubelet', parameters: {} },
    { type: 'step-end', ...at, nth: 3 },
  ]);
});

it('writes no end of a step that did not come to pass', async () => {
  const written: EvidenceEvent[] = [];
  const context = contextOf(written);
  await expect(async () => {
    await runStep(context, { do: 'update-pod', change: {} });
  }).rejects.toThrow();
  expect(written.map(({ type }) => type)).toEqual(['step']);
});
