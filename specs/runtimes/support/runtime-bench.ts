// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CriClient } from '#cri/client/client.js';
import { connectCri } from '#cri/client/grpc-client.js';
import { allCleanupRules } from '#launchers/all-cleanup-rules.js';
import { launcherFor } from '#launchers/launcher-for.js';
import type { LaunchedRuntime, LaunchOptions } from '#launchers/launcher.js';
import { cleanUpRun } from '#run-ledger/clean-up-run.js';
import { listRuns, type RunRecord } from '#run-ledger/list-runs.js';
import type { CleanupStep } from '#run-ledger/cleanup-step.js';
import { workDirectory } from '#run-ledger/state-directory.js';
import { undoSteps } from '#run-ledger/undo/undo-steps.js';
import type { TestRegistry } from '#test-registry/start-test-registry.js';
import { killedAt, type HarnessMessage } from './killed-harness.js';
import { runPod, type PodOptions, type RunningPod } from './run-pod.js';

/** Others on the machine may use or take away as well: only a census can tell. */
const shared: ReadonlySet<string> = new Set(
  allCleanupRules.kinds.flatMap(({ kind, isShared }) => (isShared === true ? kind : [])),
);

/** A place for the runtimes of one spec, which are gone when it is disposed of, however the spec ends. */
export class RuntimeBench implements AsyncDisposable {
  readonly directory: string;
  readonly #registry: TestRegistry;
  readonly #steps: CleanupStep[] = [];
  readonly #clients: CriClient[] = [];

  constructor(registry: TestRegistry) {
    // /var/tmp and not /tmp: an overlay needs a real file system below it.
    this.directory = mkdtempSync('/var/tmp/criprobe-spec-');
    this.#registry = registry;
  }

  /** Where runs have theirs: a ledger may name it before it is there. */
  get runtime(): string {
    return join(workDirectory(this.directory), 'runtime');
  }

  /** Of pods: `<uid>/box.log`. */
  get logs(): string {
    return join(this.directory, 'logs');
  }

  launch(spec: string, more: Partial<LaunchOptions> = {}): Promise<LaunchedRuntime> {
    return launcherFor(spec).launch({
      directory: this.runtime,
      shared: this.directory,
      registry: this.#registry.address,
      sandboxImage: `${this.#registry.address}/pause:1`,
      leaves: (step) => this.#steps.push(step),
      ...more,
    });
  }

  connect({ endpoint }: Pick<LaunchedRuntime, 'endpoint'>): CriClient {
    const client = connectCri({ runtimeEndpoint: endpoint });
    this.#clients.push(client);
    return client;
  }

  runPod(client: CriClient, wanted: Partial<PodOptions> = {}): Promise<RunningPod> {
    return runPod(client, { images: this.#registry.address, logs: this.logs, ...wanted });
  }

  /** A harness launches a runtime here, and is killed as soon as it has said what is waited for. */
  async killedAt(spec: string, moment: (said: HarnessMessage) => boolean | Promise<boolean>): Promise<void> {
    const registry = this.#registry.address;
    await killedAt({ spec, state: this.directory, directory: this.runtime, registry }, moment);
    const entries = this.runs().flatMap((run) => run.entries);
    this.#steps.push(...entries.flatMap((entry) => (entry.kind === 'step' ? entry.step : [])));
  }

  /** Of harnesses that were killed here. */
  runs(): readonly RunRecord[] {
    return listRuns(this.directory, allCleanupRules).records;
  }

  /** As `criprobe cleanup` does; says what remains. */
  async cleanUp(): Promise<readonly string[]> {
    const connect = ({ endpoint }: { readonly endpoint: string }): CriClient => this.connect({ endpoint });
    const reports = await Promise.all(
      this.runs().map((run) => cleanUpRun(run, connect, { rules: allCleanupRules })),
    );
    return reports.flatMap(({ remains }) => remains);
  }

  /** What is there yet of runtimes that are gone, as far as they said that they would leave it. */
  async left(): Promise<readonly string[]> {
    const own = this.#steps.filter(({ kind }) => !shared.has(kind));
    const { removed, remains } = await undoSteps(own, allCleanupRules);
    return [...removed, ...remains, ...(existsSync(this.runtime) ? [this.runtime] : [])];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) client.close();
    await undoSteps(this.#steps, allCleanupRules);
    rmSync(this.directory, { recursive: true, force: true });
  }
}
