// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { daemonStates, outageKinds, stepsRead, type Intent } from '../intent.js';
import { atMs, message, rpc, scenario } from './schema-parts.js';

const nth = z.int().describe('Number of the step in its scenario, from 1; a step may contain others.');

const step = z
  .looseObject({
    type: z.literal('step'),
    scenario,
    nth,
    name: z.string().describe(`Contracts read ${stepsRead.join(', ')}.`),
    parameters: z
      .looseObject({
        container: z.string().exactOptional().describe('Name of a container.'),
        line: z.string().exactOptional().describe('The line that wait-for-log waits for.'),
        file: z.string().exactOptional().describe("Name of a file in the scenario's scratch directory."),
      })
      .describe('Contracts read container, file and line; all others are for people.'),
    atMs,
  })
  .describe('A step of the scenario begins.');

const stepEnd = z
  .looseObject({ type: z.literal('step-end'), scenario, nth, atMs })
  .describe('A step is complete. Absent for one that did not happen.');

const daemon = z
  .looseObject({
    type: z.literal('daemon'),
    scenario,
    state: z.enum(daemonStates),
    how: z.enum(outageKinds),
    upgraded: z.literal(true).exactOptional().describe('It starts with other binaries.'),
    back: z.literal(true).exactOptional().describe('These are the ones that it had at first.'),
    atMs,
  })
  .describe("The scenario stops or starts the runtime's daemon. `started`: it reports ready.");

const fault = z
  .looseObject({
    type: z.literal('fault'),
    scenario,
    rpc,
    request: message,
    effect: z.looseObject({ kind: z.string() }).describe('What the kubelet got instead of an answer.'),
    atMs,
  })
  .describe("A fault was applied to a kubelet's call: the kubelet did not get the runtime's answer.");

const logRenamed = z
  .looseObject({
    type: z.literal('log-renamed'),
    scenario,
    container: z.string().describe('Id of the container.'),
    name: z.string().exactOptional().describe('Name of the container, if the scenario renamed its log.'),
    path: z.string(),
    rotated: z.string().describe('The new name of the file.'),
    atMs,
  })
  .describe("A container's log was renamed, by a scenario or by the kubelet's rotation.");

const processKilled = z
  .looseObject({
    type: z.literal('process-killed'),
    scenario,
    sandbox: z.string().describe('Id of the sandbox.'),
    count: z.int().describe('How many processes there were; 0: this runtime has none.'),
    atMs,
  })
  .describe('The process that holds a sandbox was killed.');

export const intentSchemas: { readonly [T in Intent['type']]: z.ZodType<Extract<Intent, { type: T }>> } = {
  step,
  'step-end': stepEnd,
  daemon,
  fault,
  'log-renamed': logRenamed,
  'process-killed': processKilled,
};

export function isIntent<E extends { readonly type: string }>(event: E): event is Extract<E, Intent> {
  return Object.hasOwn(intentSchemas, event.type);
}
