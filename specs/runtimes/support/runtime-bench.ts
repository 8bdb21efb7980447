// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CriClient } from '#cri/client.js';
import { connectCri } from '#cri/grpc-client.js';
import { launcherFor } from '#launchers/launcher-for.js';
import type { Launched } from '#launchers/launcher.js';
import type { Trace } from '#run-ledger/trace.js';
import { undoTraces } from '#run-ledger/undo/undo-traces.js';
import type { TestRegistry } from '#test-registry/start-test-registry.js';
import { census, leftSince } from './census.js';
import { runPod, type RunningPod } from './run-pod.js';

/** One launched runtime, and what is on the machine before and after it. */
export class RuntimeBench {
  readonly directory: string;
  readonly #registry: TestRegistry;
  readonly #before: ReadonlySet<string>;
  readonly #traces: Trace[] = [];
  readonly #clients: CriClient[] = [];

  constructor(registry: TestRegistry) {
    // /var/tmp and not /tmp: an overlay needs a real file system below it.
    this.directory = mkdtempSync('/var/tmp/criprobe-spec-');
    this.#registry = registry;
    this.#before = census();
  }

  get runtime(): string {
    return join(this.directory, 'runtime');
  }

  launch(spec: string, directory: string = this.runtime): Promise<Launched> {
    return launcherFor(spec).launch({
      directory,
      registry: this.#registry.address,
      sandboxImage: `${this.#registry.address}/pause:1`,
      leaves: (trace) => this.#traces.push(trace),
    });
  }

  connect({ endpoint }: Launched): CriClient {
    const client = connectCri({ runtimeEndpoint: endpoint });
    this.#clients.push(client);
    return client;
  }

  runPod(client: CriClient, args?: readonly string[], handler = ''): Promise<RunningPod> {
    const wanted = { images: this.#registry.address, logs: join(this.directory, 'logs'), handler };
    return runPod(client, args === undefined ? wanted : { ...wanted, args });
  }

  /** Whatever is there that was not before. */
  async left(): Promise<string[]> {
    const left = await leftSince(this.#before);
    return existsSync(this.runtime) ? [...left, this.runtime] : left;
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.close();
    await undoTraces(this.#traces);
    rmSync(this.directory, { recursive: true, force: true });
  }
}
