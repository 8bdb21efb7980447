// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import type { Clock } from '#base/clock.js';
import type { ContainerFileSystem } from '../files/container-files.js';
import type { Identity } from '../container/identity.js';
import type { PodSockets } from '../network/pod-sockets.js';
import type { ByteSource } from './byte-source.js';
import { isHarmless, SIGKILL } from '#base/signal-numbers.js';

/**
 * Runs until it returns its exit code. Every wait goes through the process, which throws once the process has
 * ended.
 */
export type Program = (process: VirtualProcess) => Promise<number> | number;

/** What a container provides to its processes. */
export interface ProcessSurroundings {
  readonly clock: Clock;
  readonly files: ContainerFileSystem;
  readonly sockets: PodSockets;
  readonly hostname: string;
  readonly nextPid: () => number;
  /** False: no such process. Signal 0 only checks. */
  readonly signalPid: (pid: number, number: number) => boolean;
  /** The program behind `argv[0]`; undefined: no such file. */
  readonly findProgram: (argv0: string, path: string | undefined) => Program | undefined;
  /** Called before memory is granted; kills a process if a limit is exceeded. */
  readonly chargeMemory: (process: VirtualProcess, bytes: number) => void;
  readonly onStart: (process: VirtualProcess) => void;
  readonly onEnd: (process: VirtualProcess, exitCode: number) => void;
  /** Text of a file under /proc or /sys/fs/cgroup, as this process sees it. */
  readonly virtualFile: (process: VirtualProcess, path: string) => string | undefined;
}

export interface ProcessIo {
  readonly stdout: (bytes: Buffer) => void;
  readonly stderr: (bytes: Buffer) => void;
  readonly stdin: ByteSource;
  /** Resolves when the reader of the output has room for more; absent: there always is room. */
  readonly room?: () => Promise<void>;
}

export interface ProcessSetup {
  readonly argv: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  readonly cwd: string;
  readonly user: Identity;
  readonly io: ProcessIo;
  readonly surroundings: ProcessSurroundings;
  readonly parent?: VirtualProcess;
  /** Pid 1 of its namespace: the kernel drops signals without a handler. */
  readonly isInit?: boolean;
  /** A real process takes time to load and to be reaped; a shorter life is extended to this. */
  readonly minimumLifeMs?: number;
}

export type Disposition = 'default' | 'ignore' | (() => void);

/** Thrown to unwind a program whose process has ended. */
export class ProcessEnded extends Error {}

export class VirtualProcess {
  readonly setup: ProcessSetup;
  readonly pid: number;
  readonly #bornAtMs: number;
  readonly children: Set<VirtualProcess> = new Set();
  readonly ended: Promise<number>;
  argv: readonly string[];
  cwd: string;
  memoryBytes = 0;
  cpuMs = 0;
  exitCode: number | undefined;
  /** Whether an unhandled signal ends it even as pid 1, where the kernel would ignore the signal. */
  endsOnUnhandled = false;
  #endedAtMs: number | undefined;
  readonly #dispositions = new Map<number, Disposition>();
  readonly #controller = new AbortController();
  readonly #resolveEnded: (exitCode: number) => void;

  constructor(setup: ProcessSetup) {
    this.setup = setup;
    this.pid = setup.isInit === true ? 1 : setup.surroundings.nextPid();
    this.argv = setup.argv;
    this.cwd = setup.cwd;
    this.#bornAtMs = setup.surroundings.clock.nowMs();
    const { promise, resolve } = withResolver<number>();
    this.ended = promise;
    this.#resolveEnded = resolve;
    setup.surroundings.onStart(this);
    setup.parent?.children.add(this);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get files(): ContainerFileSystem {
    return this.setup.surroundings.files;
  }

  get hasEnded(): boolean {
    return this.exitCode !== undefined;
  }

  get livedMs(): number {
    return (this.#endedAtMs ?? this.setup.surroundings.clock.nowMs()) - this.#bornAtMs;
  }

  path(path: string): string {
    return path.startsWith('/') ? path : `${this.cwd === '/' ? '' : this.cwd}/${path}`;
  }

  read(path: string): Buffer {
    const full = this.path(path);
    const made = this.setup.surroundings.virtualFile(this, full);
    return made === undefined ? this.files.read(full, this.setup.user) : Buffer.from(made);
  }

  print(text: string): void {
    this.write(Buffer.from(text));
  }

  write(bytes: Buffer): void {
    if (!this.hasEnded) this.setup.io.stdout(bytes);
  }

  complain(text: string): void {
    if (!this.hasEnded) this.setup.io.stderr(Buffer.from(text));
  }

  on(number: number, disposition: Disposition): void {
    if (disposition === 'default') this.#dispositions.delete(number);
    else this.#dispositions.set(number, disposition);
  }

  deliver(number: number): void {
    if (this.hasEnded) return;
    const disposition = number === SIGKILL ? 'default' : (this.#dispositions.get(number) ?? 'default');
    if (typeof disposition === 'function') disposition();
    else if (disposition === 'default' && this.#diesOf(number)) this.end(128 + number);
  }

  end(exitCode: number): void {
    if (this.hasEnded) return;
    this.exitCode = exitCode & 0xff;
    this.#endedAtMs = this.setup.surroundings.clock.nowMs();
    this.setup.parent?.children.delete(this);
    this.#controller.abort();
    this.setup.surroundings.onEnd(this, this.exitCode);
    this.#resolveEnded(this.exitCode);
  }

  /** Ends the process and all its descendants. */
  endTree(exitCode: number): void {
    for (const child of [...this.children]) child.endTree(exitCode);
    this.end(exitCode);
  }

  allocate(bytes: number): void {
    this.setup.surroundings.chargeMemory(this, bytes);
    this.alive();
    this.memoryBytes += bytes;
  }

  alive(): void {
    if (this.hasEnded) throw new ProcessEnded();
  }

  async sleep(ms: number): Promise<void> {
    await this.setup.surroundings.clock.sleep(ms, this.signal);
    this.alive();
  }

  /** Lets other processes run, and waits for the reader of the output. */
  async breathe(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.alive();
    if (this.setup.io.room !== undefined) await this.until(this.setup.io.room());
  }

  /** Writes long output in pieces, so that it blocks neither the server nor fills its memory. */
  async pour(pieces: Iterable<string | Buffer>): Promise<void> {
    for (const piece of pieces) {
      if (typeof piece === 'string') this.print(piece);
      else this.write(piece);
      await this.breathe();
    }
  }

  async until<T>(promise: Promise<T>): Promise<T> {
    const value = await Promise.race([promise, this.ended.then(() => undefined)]);
    this.alive();
    return value as T;
  }

  forever(): Promise<never> {
    return this.until(new Promise<never>(() => undefined));
  }

  spawn(change: Partial<Pick<ProcessSetup, 'argv' | 'env' | 'io' | 'cwd'>>): VirtualProcess {
    this.alive();
    return new VirtualProcess({
      ...this.setup,
      cwd: this.cwd,
      ...change,
      parent: this,
      isInit: false,
      minimumLifeMs: 0,
    });
  }

  /** Never rejects. */
  async run(program: Program): Promise<number> {
    try {
      const exitCode = await program(this);
      await this.#linger();
      this.end(exitCode);
    } catch (error) {
      if (!(error instanceof ProcessEnded)) this.#crash(error);
    }
    return this.ended;
  }

  async #linger(): Promise<void> {
    const missing = (this.setup.minimumLifeMs ?? 0) - this.livedMs;
    if (missing > 0) await this.sleep(missing);
  }

  #crash(error: unknown): void {
    this.complain(`${this.argv[0] ?? ''}: ${errorMessage(error)}\n`);
    this.end(70);
  }

  #diesOf(number: number): boolean {
    if (number === SIGKILL) return true;
    return !isHarmless(number) && (this.endsOnUnhandled || this.setup.isInit !== true);
  }
}

function withResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((r) => (resolve = r));
  return { promise, resolve };
}
