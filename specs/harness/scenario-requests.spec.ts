// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { CriMethod } from '#cri/methods.js';
import { loadDefinitions } from '#cri/proto/definitions.js';
import { allScenarios } from '#scenarios/all.generated.js';
import type { Step } from '#scenarios/step.js';

const definitions = loadDefinitions('v1');

interface Call {
  readonly rpc: string;
  readonly request: Readonly<Record<string, unknown>>;
}

function callsOf(step: Step): readonly Call[] {
  if (step.do === 'call') return [step];
  return step.do === 'calls-together' ? step.calls : [];
}

/** What a runtime reads of it: proto-loader leaves out what the proto does not know, and turns `5` into `'5'`. */
function received({ rpc, request }: Call): object {
  const definition = definitions.get(rpc as CriMethod);
  if (definition === undefined) throw new Error(`the CRI has no method ${rpc}`);
  return definition.requestDeserialize(definition.requestSerialize(request));
}

const calls = allScenarios.flatMap(({ id, steps }) =>
  steps.flatMap(callsOf).map((call) => [id, call.rpc, call] as const),
);

describe('a call made by hand', () => {
  it('is what many scenarios are made of', () => {
    expect(calls.length).toBeGreaterThan(100);
  });

  it.each(calls)('of %s: the request of %s is all sent', (_id, _rpc, call) => {
    expect(received(call)).toEqual(call.request);
  });

  it.each([
    [{ container_idd: 'c' }],
    [{ container_id: 5 }],
    [{ container_id: 'c', options: { stats: true } }],
  ])('would not be all sent as %j', (request) => {
    const call = { rpc: 'ContainerStatus', request };
    expect(received(call)).not.toEqual(request);
  });
});
