// SPDX-License-Identifier: Apache-2.0
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { becomesTrue } from '#base/poll.js';
import type { CriClient } from '#cri/client/client.js';
import { liveHostProcesses } from '#host/processes.js';
import { startTicksOf } from '#host/process-identity.js';
import { program } from './half-working.js';
import { answer, type RunningPod } from './run-pod.js';
import type { RuntimeBench } from './runtime-bench.js';
import { programsOf, specOf, type RuntimeHere } from './runtimes-here.js';

/** A containerd as a node's owner has one: with a command that brings another version of it. */
export interface OwnedContainerd extends AsyncDisposable {
  readonly endpoint: string;
  readonly client: CriClient;
  /** The command line that ends what runs, and starts this version on the same root and state. */
  readonly changeTo: (version: RuntimeHere) => string;
  /** The command line that ends it, and starts nothing. */
  readonly end: string;
  /** The processes of the daemon. */
  readonly daemons: () => readonly number[];
}

export async function ownedContainerd(bench: RuntimeBench, version: RuntimeHere): Promise<OwnedContainerd> {
  const launched = await bench.launch(specOf(version));
  const config = join(bench.runtime, 'config.toml');
  const daemons = (): readonly number[] =>
    liveHostProcesses().filter((pid) => argumentsOf(pid).slice(1).join(' ') === `--config ${config}`);
  const pidFile = join(bench.directory, 'owner.pid');
  writeFileSync(pidFile, String(daemons()[0]));
  program(bench.directory, 'end', ending(pidFile));
  program(bench.directory, 'change', changing(bench.directory, config));
  return {
    endpoint: launched.endpoint,
    client: bench.connect(launched),
    changeTo: (next) => `${join(bench.directory, 'change')} ${programsOf(next)}`,
    end: join(bench.directory, 'end'),
    daemons,
    [Symbol.asyncDispose]: async () => {
      await launched.daemon.crash();
      // One that the command started is nobody's child, and no ledger knows it.
      for (const pid of daemons()) process.kill(pid, 'SIGKILL');
      await becomesTrue(() => daemons().length === 0, 10_000);
      await launched.daemon.start();
      await launched[Symbol.asyncDispose]();
    },
  };
}

/** A zombie has no `exe` any more. */
function ending(pidFile: string): string {
  const lines = [
    '#!/bin/sh',
    `old=$(cat ${pidFile})`,
    'kill "$old"',
    'while readlink "/proc/$old/exe" >/dev/null; do sleep 0.05; done',
  ];
  return `${lines.join('\n')}\n`;
}

function changing(directory: string, config: string): string {
  const lines = [
    '#!/bin/sh',
    `cd ${directory}`,
    './end',
    `PATH=$1:$PATH setsid "$1/containerd" --config ${config} >>owner.log 2>&1 </dev/null &`,
    'echo $! >owner.pid',
  ];
  return `${lines.join('\n')}\n`;
}

function argumentsOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

/** What a change must leave as it is. */
export async function lifeOf(client: CriClient, { sandbox, container }: RunningPod): Promise<object> {
  const { items = [] } = await answer(client, 'ListPodSandbox', {});
  const { containers = [] } = await answer(client, 'ListContainers', {});
  const { info } = await answer(client, 'ContainerStatus', { container_id: container, verbose: true });
  const { pid = 0 } = JSON.parse(info?.['info'] ?? '{}') as { readonly pid?: number };
  return {
    sandbox,
    sandboxes: items.map(({ id, state = 'SANDBOX_READY' }) => [id, state]),
    containers: containers.map(({ id, state, created_at: created }) => [id, state, created]),
    process: [pid, startTicksOf(pid)],
  };
}
