// SPDX-License-Identifier: Apache-2.0
import type { ContractId } from '#contracts/contract-id.generated.js';
import { box } from '#guest/box.js';
import type { Container, Pod } from '#pod/pod.js';
import type { Step } from './step.js';
import { snapshot } from './snapshot.js';

/**
 * Its containers wait for a file on the node: they continue when the scenario wants it, even if the daemon is
 * down.
 */
export const podThatWaits: Pod = {
  metadata: { name: 'left-alone' },
  spec: {
    restartPolicy: 'Never',
    volumes: [{ name: 'scratch', hostPath: { path: '{scratch}' } }],
    containers: [
      waiting('fails', ['print last words', 'exit 7']),
      waiting('succeeds', ['exit 0']),
      waiting('prints', [
        'print said while nobody listened',
        'put {scratch}/said yes',
        'await {scratch}/more',
        'print said after the return',
        'wait',
      ]),
    ],
  },
};

function waiting(name: string, then: readonly string[]): Container {
  return {
    name,
    image: 'registry.test/box:1',
    command: box('print ready', 'await {scratch}/go', ...then),
    volumeMounts: [{ name: 'scratch', mountPath: '{scratch}' }],
  };
}

const names = ['fails', 'succeeds', 'prints'] as const;
const everything = snapshot(names.map((name) => `{container:${name}}`));

/** One container fails, one succeeds and one prints while the daemon is down. */
export function changesWhileAway(how: 'stop' | 'crash'): readonly Step[] {
  return [
    ...names.map((container) => ({ do: 'wait-for-log', container, line: 'ready' }) as const),
    { do: 'pause-kubelet' },
    ...everything,
    { do: 'capture-processes', container: 'prints' },
    { do: 'stop-daemon', how },
    { do: 'touch', file: 'go' },
    { do: 'wait-for-file', file: 'said' },
    { do: 'wait-for-no-process', container: 'fails' },
    { do: 'wait-for-no-process', container: 'succeeds' },
    { do: 'start-daemon' },
    ...everything,
    { do: 'capture-processes', container: 'prints' },
    { do: 'touch', file: 'more' },
    { do: 'wait-for-log', container: 'prints', line: 'said after the return' },
    { do: 'capture-log', container: 'prints' },
    { do: 'resume-kubelet' },
    { do: 'wait-for-container', container: 'fails', state: 'exited' },
    { do: 'wait-for-container', container: 'succeeds', state: 'exited' },
    { do: 'capture-log', container: 'fails' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ];
}

/** What both kinds of outage exercise. */
export const exercisedByChanges: readonly ContractId[] = [
  'restart.container.image-kept',
  'restart.container.keeps-running',
  'restart.container.mounts-kept',
  'restart.container.unchanged',
  'restart.exit.code-kept',
  'restart.exit.seen',
  'restart.images.same',
  'restart.log.kept',
  'restart.log.last-words',
  'restart.objects.same-set',
  'restart.preexisting.read',
  'restart.runtime.config-same',
  'restart.runtime.ready-again',
  'restart.sandbox.ip-kept',
  'restart.sandbox.state-kept',
  'restart.sandbox.unchanged',
];
