// SPDX-License-Identifier: Apache-2.0
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup } from '#app/cleanup.js';
import { defaultTarget } from '#app/target/target-options.js';
import { serveReferenceRuntime } from '#reference-runtime/reference-runtime.js';
import { openBench, type Bench } from '../cli/run-cli.js';
import { silentIo } from '../cli/silent-io.js';
import { compose, honest, type Forger } from './answer.js';
import { attacked, complaints, filesWith, type AttackEnd, type Limits } from './attacked.js';
import { plantCanaries, startCanaryServer, type Canaries, type CanaryServer } from './canaries.js';
import { startForgingProxy, type ForgingProxy } from './forging-proxy.js';
import { startTestRegistry } from '#test-registry/start-test-registry.js';
import { foreignImages, makeForeignWorld, type ForeignWorld } from './foreign-world.js';
import { RawRuntime } from './raw-runtime.js';
import { SeenObjects } from './seen.js';

/** A running runtime that others use, too. */
export interface RuntimeInUse {
  readonly socket: string;
  /** `host:port` of the registry with the foreign images. */
  readonly registry: string;
  /** Flags that commands need besides its socket. */
  readonly flags: readonly string[];
}

/** A runtime in use by others, and a proxy before it that can be told to lie. */
export class AttackBench implements AsyncDisposable {
  readonly bench: Bench;
  readonly proxy: ForgingProxy;
  readonly world: ForeignWorld;
  readonly canaries: Canaries;
  readonly server: CanaryServer;
  readonly seen: SeenObjects = new SeenObjects();
  /** Flags that select it. */
  readonly target: readonly string[];
  /** Every command that has run here. */
  readonly ends: AttackEnd[] = [];
  readonly #disposals: readonly (() => Promise<unknown>)[];

  private constructor(parts: Parts) {
    ({
      bench: this.bench,
      proxy: this.proxy,
      world: this.world,
      canaries: this.canaries,
      server: this.server,
      target: this.target,
    } = parts);
    this.#disposals = parts.disposals;
  }

  /** With its own reference runtime, or with the given one. */
  static async open(given?: RuntimeInUse): Promise<AttackBench> {
    const bench = await openBench();
    const disposals: (() => Promise<unknown>)[] = [bench.dispose];
    const kept = <T extends AsyncDisposable>(one: T): T => {
      disposals.unshift(() => Promise.resolve(one[Symbol.asyncDispose]()));
      return one;
    };
    try {
      const socket = given?.socket ?? bench.path('ref.sock');
      if (given === undefined) kept(await serveReferenceRuntime({ listen: socket }));
      const registry =
        given?.registry ?? kept(await startTestRegistry({ definitions: foreignImages })).address;
      const runtime = kept(new RawRuntime(socket));
      mkdirSync(bench.path('foreign-logs'));
      const world = kept(await makeForeignWorld({ runtime, logs: bench.path('foreign-logs'), registry }));
      const proxy = kept(await startForgingProxy({ listen: bench.path('p.sock'), runtime: socket }));
      const server = kept(await startCanaryServer());
      const canaries = plantCanaries(bench.path('canaries'));
      const target = ['-r', proxy.socket, ...(given?.flags ?? [])];
      return new AttackBench({ bench, proxy, world, canaries, server, target, disposals });
    } catch (error) {
      for (const dispose of disposals) await dispose();
      throw error;
    }
  }

  /** For the next command. */
  get output(): string {
    return this.bench.path(join('out', String(this.ends.length)));
  }

  /** From now on. */
  forge(forger: Forger): void {
    this.proxy.forger = compose(forger, this.seen);
  }

  async command(args: readonly string[], limits: Limits): Promise<AttackEnd> {
    const end = await attacked(this.bench, args, limits);
    this.ends.push(end);
    return end;
  }

  /** Everything that must not have happened, as sentences. */
  async harm(): Promise<readonly string[]> {
    const { world, canaries, proxy, bench, server, ends } = this;
    const told = ends.filter(({ stdout, stderr }) => (stdout + stderr).includes(canaries.token));
    return [
      ...ends.flatMap(complaints),
      ...world.touched(proxy.passed).map((call) => `a foreign object was touched: ${call}`),
      ...(await world.harm()),
      ...canaries.harm(),
      ...[
        ...filesWith(bench.path('out'), canaries.token),
        ...filesWith(bench.path('state'), canaries.token),
      ].map((file) => `a canary was read: its text is in ${file}`),
      ...told.map(({ command }) => `a canary was read: ${command} shows its text`),
      ...(server.contacts() === 0 ? [] : ['a URL of the runtime was opened']),
    ];
  }

  /** What is left of ours once the runtime is honest and cleanup has run: of killed runs, then by labels. */
  async leftAfterCleanup(): Promise<readonly string[]> {
    const { proxy, world, bench } = this;
    proxy.forger = honest;
    const options = { ...defaultTarget, run: undefined, all: false, forget: false };
    const found: string[] = [];
    for (const more of [{}, { all: true, runtimeEndpoint: proxy.socket }]) {
      const { exit, text } = await cleanup({ ...options, ...more }, silentIo(bench));
      if (exit !== 0) found.push(`cleanup ended with ${exit}: ${text}`);
    }
    return [...found, ...(await world.leftOfOurs())];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const dispose of this.#disposals) await dispose();
  }
}

interface Parts extends Pick<AttackBench, 'bench' | 'proxy' | 'world' | 'canaries' | 'server' | 'target'> {
  readonly disposals: readonly (() => Promise<unknown>)[];
}
