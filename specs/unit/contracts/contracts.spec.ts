// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { allContracts } from '#contracts/all.generated.js';
import { evidenceOf } from '../../support/evidence-literal.js';
import { agreeingViewsExamples } from './examples/agreeing-views.js';
import { containerStopExamples } from './examples/container-stop.js';
import { containerExamples } from './examples/container.js';
import type { Examples } from './examples/example.js';
import { execAndLogExamples } from './examples/exec-and-log.js';
import { goodRequestExamples } from './examples/good-requests.js';
import { imageAndRuntimeExamples } from './examples/image-and-runtime.js';
import { paceExamples } from './examples/pace.js';
import { nodeExamples } from './examples/node.js';
import { insideExamples } from './examples/inside.js';
import { objectExamples } from './examples/objects.js';
import { provokedExamples } from './examples/provoked.js';
import { restartCallsExamples } from './examples/restart-calls.js';
import { restartStatesExamples } from './examples/restart-states.js';
import { statsAndEventsExamples } from './examples/stats-and-events.js';
import { sandboxExamples } from './examples/sandbox.js';
import { servicesExamples } from './examples/services.js';
import { statsViewsExamples } from './examples/stats-views.js';
import { upgradedExamples, upgradeExamples } from './examples/upgrade.js';
import { usageAndEventsExamples } from './examples/usage-and-events.js';

const ofOneVersion: Examples = {
  ...provokedExamples,
  ...sandboxExamples,
  ...servicesExamples,
  ...containerExamples,
  ...containerStopExamples,
  ...execAndLogExamples,
  ...goodRequestExamples,
  ...imageAndRuntimeExamples,
  ...paceExamples,
  ...nodeExamples,
  ...insideExamples,
  ...objectExamples,
  ...restartCallsExamples,
  ...restartStatesExamples,
  ...statsAndEventsExamples,
  ...statsViewsExamples,
  ...usageAndEventsExamples,
  ...agreeingViewsExamples,
};

const examples: Examples = { ...ofOneVersion, ...upgradedExamples(ofOneVersion), ...upgradeExamples };

it('shows of every contract how it is kept and how it is broken', () => {
  expect(Object.keys(examples).sort()).toEqual(allContracts.map(({ id }) => id));
});

describe.each(allContracts.map((contract) => [contract.id, contract] as const))('%s', (id, contract) => {
  const example = examples[id];

  it('holds with proof', () => {
    const verdict = contract.check(evidenceOf(example?.held ?? (() => undefined)));
    expect(verdict).toMatchObject({ kind: 'held' });
    expect('calls' in verdict && verdict.calls.length).toBeGreaterThan(0);
  });

  it('is violated with proof, and says what was expected and what came', () => {
    const verdict = contract.check(evidenceOf(example?.violated ?? (() => undefined)));
    expect(verdict).toMatchObject({ kind: 'violated' });
    if (verdict.kind !== 'violated') return;
    expect(verdict.calls.length).toBeGreaterThan(0);
    expect(verdict.expected).not.toBe('');
    expect(verdict.actual).not.toBe(verdict.expected);
  });

  it('finds no occasion where nothing happened', () => {
    expect(contract.check(evidenceOf(() => undefined))).toMatchObject({ kind: 'unexercised' });
  });
});
