// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import type { UnaryMethod } from '#cri/methods.js';
import { services, streamMethods } from '#cri/proto/generated/methods.js';
import type { CriHandlers, UnaryHandler } from '#cri/server/handlers.js';
import type { Result } from '#results/result.js';
import { serveLies, type Truth } from '../support/lies/lying-runtime.js';
import { openBench, type Bench } from '../support/cli/run-cli.js';

const options = { keepCase: true, longs: String, enums: String, bytes: String, defaults: true };
const types = loadSync('src/cri/proto/v1.proto', options);

/** The same message for all who read protobuf, with every default in it that a field can have. */
function spelledOut(method: UnaryMethod, answer: object): object {
  const service = types[`runtime.v1.${services[method]}`] as ServiceDefinition;
  const { responseSerialize, responseDeserialize } = service[method] as ServiceDefinition[string];
  return responseDeserialize(responseSerialize(answer)) as object;
}

function spellingOut(truth: Truth): CriHandlers {
  const unary = Object.keys(truth).filter((method) => !(streamMethods as readonly string[]).includes(method));
  return Object.fromEntries(
    (unary as UnaryMethod[]).map((method) => {
      const answer: UnaryHandler = truth[method];
      const handler: UnaryHandler = async (request, call) => spelledOut(method, await answer(request, call));
      return [method, handler];
    }),
  );
}

let bench: Bench;
let result: Result;
beforeAll(async () => {
  bench = await openBench();
  const runtime = await serveLies(bench.path('cri.sock'), spellingOut);
  const { stdout } = await bench.criprobe(['run', '-r', bench.path('cri.sock'), '--json']);
  result = JSON.parse(stdout) as Result;
  await runtime.close();
}, 120_000);
afterAll(() => bench.dispose());

it('a runtime that writes defaults to the wire is judged as one that leaves them out', () => {
  expect(result.rulings.filter(({ verdict }) => !/^(held|unsupported)$/.test(verdict))).toEqual([]);
  expect(result.summary.held).toBeGreaterThan(115);
});
