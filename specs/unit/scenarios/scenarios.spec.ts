// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { allScenarios } from '#scenarios/all.generated.js';
import { containerByHand } from '#scenarios/container-by-hand.js';
import { untilCleared } from '#scenarios/fault.js';
import { sandboxByHand } from '#scenarios/sandbox-by-hand.js';
import { unknownContainer, unknownSandbox } from '#base/made-up-id.js';

const placeholders = /\{([a-z]+)(?::([^{}]+))?\}/g;

describe.each(allScenarios.map((scenario) => [scenario.id, scenario] as const))('%s', (_, scenario) => {
  const { spec } = scenario.pod;
  const added = scenario.steps.flatMap((step) =>
    step.do === 'update-pod' ? (step.change.ephemeralContainers ?? []) : [],
  );
  const containers = [...(spec.initContainers ?? []), ...spec.containers, ...added];
  const names = new Set(containers.map(({ name }) => name));

  it('takes every image from the test registry', () => {
    expect(
      containers.map(({ image }) => image).filter((image) => !image.startsWith('registry.test/')),
    ).toEqual([]);
  });

  it('speaks only of containers of its pod', () => {
    const named = scenario.steps.flatMap((step) => ('container' in step ? [step.container] : []));
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });

  const ofScenario = ['sandbox', 'uid', 'registry', 'token', 'scratch'];
  const ofTarget = ['handler', 'device', 'cpu', 'numa'];

  it('fills only places that can be filled', () => {
    const made = new Set(scenario.steps.flatMap((step) => ('as' in step ? [step.as] : [])));
    const found = [...JSON.stringify(scenario.steps).matchAll(placeholders)].map(
      ([, kind = '', name = '']) => {
        if (kind === 'container') return names.has(name);
        if (kind === 'digest') return name.startsWith('registry.test/');
        return kind === 'made' ? made.has(name) : [...ofScenario, ...ofTarget].includes(kind);
      },
    );
    expect(found).not.toContain(false);
  });

  it('gets rid of what it puts between the kubelet and the runtime for ever, before it ends', () => {
    const later = scenario.steps.flatMap((step) => (step.do === 'inject-faults' ? step.faults : []));
    const lasting = [...(scenario.faults ?? []), ...later].filter(({ times = 1 }) => times === untilCleared);
    expect(scenario.steps.some((step) => step.do === 'clear-faults')).toBe(lasting.length > 0);
  });

  it('does not make people wait', () => {
    const grace = scenario.steps.flatMap((step) =>
      step.do === 'delete-pod' && step.wait !== 'no' ? [step.gracePeriodSeconds ?? 0] : [],
    );
    const ignores = JSON.stringify(scenario.pod).includes('ignore');
    expect(Math.max(0, ...grace)).toBeLessThanOrEqual(ignores ? 2 : 30);
  });
});

describe('what scenarios make by hand', () => {
  it('carries the uid of the pod, so that it is found and swept', () => {
    const labels = expect.objectContaining({ 'io.kubernetes.pod.uid': '{uid}' }) as object;
    expect(containerByHand('spare', ['/box'])).toMatchObject({
      config: { labels },
      pod_sandbox_id: '{sandbox}',
    });
    expect(sandboxByHand('twin')).toMatchObject({ config: { labels, metadata: { name: 'twin' } } });
  });

  it('has made-up ids by which contracts know them', () => {
    expect([unknownContainer, unknownSandbox].every((id) => id.startsWith('criprobe-unknown'))).toBe(true);
  });
});
