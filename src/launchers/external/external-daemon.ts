// SPDX-License-Identifier: Apache-2.0
import { Failure } from '#base/failure.js';
import { becomesTrue, poll } from '#base/poll.js';
import type { ApiVersion } from '#cri/api-version.js';
import { detectApiVersion } from '#cri/client/detect-api-version.js';
import { socketPath } from '#cri/client/endpoint.js';
import { socketAnswers } from '#cri/client/socket-answers.js';
import { startTicksOf } from '#host/process-identity.js';
import { runShellCommand, type ShellEnd } from '#run-ledger/shell-command.js';
import type { DownStep, UpStep } from '#run-ledger/cleanup-step.js';
import type { Daemon, DaemonAct } from '../daemon.js';
import { NotReady } from '../launch-failure.js';
import { waitUntilReady } from '../private/wait-until-ready.js';

/** The user's commands that stop and start the runtime, as lines for /bin/sh. */
export interface DaemonCommands {
  readonly stop?: string | undefined;
  readonly start?: string | undefined;
  readonly restart?: string | undefined;
  readonly crash?: string | undefined;
}

export interface ExternalDaemonOptions {
  /** `unix:///path`. */
  readonly endpoint: string;
  readonly commands: DaemonCommands;
  readonly leaves: (step: DownStep | UpStep) => void;
  /** The flag that a command came with; absent: `--stop-command` and the like. */
  readonly flagOf?: (command: keyof DaemonCommands) => string;
  /** Time limits for a command and for its effect. */
  readonly limits?: { readonly commandMs: number; readonly effectMs: number };
}

type CommandName = keyof DaemonCommands;
const defaultLimits = { commandMs: 120_000, effectMs: 120_000 };
const questionMs = 5_000;
const everyMs = 50;

/**
 * Somebody else's runtime, controlled by their own commands. Disposing of it while it is down starts it
 * again.
 */
export class ExternalDaemon implements Daemon, AsyncDisposable {
  readonly #endpoint: string;
  readonly #path: string;
  readonly #commands: DaemonCommands;
  readonly #leaves: ExternalDaemonOptions['leaves'];
  readonly #limits: NonNullable<ExternalDaemonOptions['limits']>;
  readonly #flagOf: NonNullable<ExternalDaemonOptions['flagOf']>;
  #mayBeAway = false;

  constructor({
    endpoint,
    commands,
    leaves,
    limits = defaultLimits,
    flagOf = (command) => `--${command}-command`,
  }: ExternalDaemonOptions) {
    this.#flagOf = flagOf;
    this.#endpoint = endpoint;
    this.#path = socketPath(endpoint);
    this.#commands = commands;
    this.#leaves = leaves;
    this.#limits = limits;
  }

  lacks(act: DaemonAct): string | undefined {
    if (act === 'replace') return 'criprobe does not know where the binaries of this runtime are';
    const missing = this.#missing(act).map(this.#flagOf);
    if (missing.length === 0) return undefined;
    return `no command was given to ${act} the runtime at ${this.#endpoint}: ${missing.join(' and ')}`;
  }

  stop(): Promise<void> {
    return this.#end('stop');
  }

  crash(): Promise<void> {
    return this.#end('crash');
  }

  async start(): Promise<void> {
    await this.#run('start');
    await this.#waitUntilBack('start');
  }

  async restart(): Promise<void> {
    this.#demand('restart');
    if (this.#commands.restart === undefined) {
      await this.stop();
      return this.start();
    }
    this.#announceAbsence();
    await this.#run('restart');
    await this.#waitUntilBack('restart');
  }

  replace(): Promise<void> {
    return Promise.reject(new Error(this.lacks('replace')));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#mayBeAway || (await socketAnswers(this.#path))) return;
    const back = this.#commands.start === undefined ? 'restart' : 'start';
    await this.#run(back);
    await this.#waitUntilBack(back);
  }

  /** Whatever stops must be started again. */
  #missing(act: CommandName): readonly CommandName[] {
    const { stop, start, restart } = this.#commands;
    const hasParts = restart === undefined && (stop ?? start) !== undefined;
    const needed: Readonly<Record<CommandName, readonly CommandName[]>> = {
      stop: ['stop', 'start'],
      crash: ['crash', 'start'],
      start: ['start'],
      restart: hasParts ? ['stop', 'start'] : ['restart'],
    };
    return needed[act].filter((command) => this.#commands[command] === undefined);
  }

  #demand(act: CommandName): void {
    const lacking = this.lacks(act);
    if (lacking !== undefined) throw new Error(lacking);
  }

  async #end(how: 'stop' | 'crash'): Promise<void> {
    this.#demand(how);
    this.#announceAbsence();
    const ended = await this.#run(how);
    if (await becomesTrue(async () => !(await socketAnswers(this.#path)), this.#limits.effectMs)) return;
    throw new Failure(
      'E-DAEMON-STAYS',
      `The runtime at ${this.#endpoint} still answers after ${this.#flagOf(how)}.`,
      {
        ...this.#seen(how, ended),
        likely: 'the command stops something else, or a supervisor restarts the runtime at once',
        fix: `give a command that really stops it, such as 'systemctl stop containerd'`,
      },
    );
  }

  /** Written before it stops: if we are killed, the ledger says how to start it again. */
  #announceAbsence(): void {
    this.#leaves(this.#absence());
    this.#mayBeAway = true;
  }

  #absence(): DownStep {
    const command = this.#commands.start ?? this.#commands.restart ?? '';
    return { kind: 'runtime-down', command, cwd: process.cwd(), endpoint: this.#endpoint };
  }

  async #run(which: CommandName): Promise<ShellEnd> {
    const command = this.#commands[which];
    if (command === undefined) throw new Error(this.lacks(which));
    const ended = await runShellCommand({
      command,
      cwd: process.cwd(),
      limitMs: this.#limits.commandMs,
      started: (pid) => {
        this.#leaves({ ...this.#absence(), running: { pid, startTicks: startTicksOf(pid) } });
      },
    });
    if (ended.problem === undefined) return ended;
    const said = ended.output.split('\n').at(-1)?.trim() ?? '';
    const how = `${ended.problem}${said === '' ? '' : `; it said “${said}”`}`;
    throw new Failure('E-DAEMON-COMMAND', `${this.#flagOf(which)} failed: ${how}.`, {
      ...this.#seen(which, ended),
      likely: 'see its output; a command that does not exit may run the daemon in the foreground',
      fix: `try it by hand: ${command}`,
    });
  }

  async #waitUntilBack(which: CommandName): Promise<void> {
    try {
      const apiVersion = await this.#detectVersion();
      await waitUntilReady(this.#endpoint, {
        withinMs: this.#limits.effectMs,
        ended: () => undefined,
        apiVersion,
      });
      this.#leaves({ kind: 'runtime-up', endpoint: this.#endpoint });
      this.#mayBeAway = false;
    } catch (error) {
      if (!(error instanceof NotReady)) throw error;
      throw new Failure(
        'E-DAEMON-AWAY',
        `The runtime at ${this.#endpoint} did not come back after ${this.#flagOf(which)}: ${error.message}.`,
        {
          seen: this.#commands[which] ?? '',
          likely: 'see its log',
          fix: 'read its log (journalctl -u containerd -n 50) and start it by hand; then criprobe cleanup',
          cause: error,
        },
      );
    }
  }

  async #detectVersion(): Promise<ApiVersion> {
    const { effectMs } = this.#limits;
    const look = async (): Promise<ApiVersion | undefined> => {
      const { kind } = await detectApiVersion(this.#endpoint, questionMs);
      return kind === 'none' ? undefined : kind;
    };
    const version = await poll(look, { withinMs: effectMs, everyMs });
    if (version === undefined) throw new NotReady(`no answer within ${effectMs / 1_000} s`);
    return version;
  }

  #seen(which: CommandName, { output }: ShellEnd): { readonly seen: string } {
    return { seen: [`$ ${this.#commands[which] ?? ''}`, output].filter(Boolean).join('\n') };
  }
}
