// SPDX-License-Identifier: Apache-2.0
import * as fc from 'fast-check';
import type { Container, LifecycleHandler, Pod } from '#pod/pod.js';

const commands = [
  ['exit 0'],
  ['exit 1'],
  ['/bin/sh', '-c', 'sleep 0.05; exit 0'],
  ['/bin/sh', '-c', 'sleep 0.05; exit 3'],
  ['/bin/sh', '-c', 'trap "exit 0" TERM; while :; do sleep 1; done'],
] as const;

const handler: fc.Arbitrary<LifecycleHandler> = fc.oneof(
  fc.constantFrom('exit 0', 'exit 1').map((command) => ({ exec: { command: [command] } })),
  fc.constant({ tcpSocket: { port: 80 } }),
  fc.constant({ sleep: { seconds: 0 } }),
);

const policy = fc.constantFrom('Always', 'OnFailure', 'Never') satisfies fc.Arbitrary<string>;

function containerArb(name: string): fc.Arbitrary<Container> {
  return fc.record(
    {
      name: fc.constant(name),
      image: fc.constantFrom('box:1', 'box', 'missing:1', 'BAD:1'),
      command: fc.constantFrom(...commands),
      imagePullPolicy: fc.constantFrom('Always', 'IfNotPresent', 'Never'),
      lifecycle: fc.record({ postStart: handler, preStop: handler }, { requiredKeys: [] }),
      restartPolicy: policy,
    },
    { requiredKeys: ['name', 'image', 'command'] },
  );
}

function listOf(prefix: string, min: number, max: number): fc.Arbitrary<Container[]> {
  return fc
    .integer({ min, max })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => containerArb(`${prefix}${at}`))));
}

/** Any pod with a few containers, valid or not. */
export const arbitraryPod: fc.Arbitrary<Pod> = fc
  .record({
    containers: listOf('c', 1, 3),
    initContainers: listOf('i', 0, 2),
    restartPolicy: policy,
    terminationGracePeriodSeconds: fc.constantFrom(0, 1, 2),
    hostNetwork: fc.boolean(),
  })
  .map((spec) => ({ metadata: { name: 'p', namespace: 'd' }, spec }));
