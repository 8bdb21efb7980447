// SPDX-License-Identifier: Apache-2.0
import type { CallOptions, CriClient } from '#cri/client/client.js';
import type {
  ContainerConfig,
  ContainerStatus,
  PodSandboxConfig,
  PodSandboxStatus,
} from '#cri/proto/generated/messages.js';
import type { RequestOf, UnaryMethod } from '#cri/methods.js';
import type { Outcome, Refusal } from '#cri/outcome.js';

/** What a program does when its container starts, and when it is asked to end. */
export interface Behaviour {
  /** Ends by itself after so long. */
  readonly exits?: { readonly afterMs: number; readonly code: number };
  /** Undefined: ignores TERM. */
  readonly onTerm?: { readonly code: number };
}

export interface MadeCall {
  readonly rpc: string;
  readonly request: unknown;
  readonly deadlineMs: number | null;
}

interface Box {
  readonly status: ContainerStatus;
  readonly sandbox: string;
  readonly config: ContainerConfig;
  readonly ended: Promise<void>;
  readonly end: (code: number) => void;
}

const refused = (code: Refusal['code'], message: string): Refusal => ({ kind: 'refused', code, message });
const running = 'CONTAINER_RUNNING';
const readyConditions = ['RuntimeReady', 'NetworkReady'].map((type) => ({ type, status: true }));

/** Just enough of a runtime in memory, in real time, for one node without images to pull. */
export class FakeRuntime implements CriClient {
  readonly calls: MadeCall[] = [];
  readonly sandboxes: Map<string, { status: PodSandboxStatus; config: PodSandboxConfig }> = new Map();
  readonly boxes: Map<string, Box> = new Map();
  /** Answers instead of the runtime. */
  intercept: (rpc: UnaryMethod, request: unknown) => Outcome | undefined = () => undefined;
  behaviour: (command: string) => Behaviour = readShell;
  /** Of every sandbox. */
  address = '10.1.2.3';
  missingImages: Set<string> = new Set();
  readonly #names: [string, string][] = [];
  #next = 0;
  #clockNs = BigInt(Date.now()) * 1_000_000n;

  async call<M extends UnaryMethod>(
    method: M,
    request: RequestOf<M>,
    options: CallOptions = {},
  ): Promise<Outcome<M>> {
    this.calls.push({ rpc: method, request, deadlineMs: options.deadlineMs ?? null });
    await Promise.resolve();
    const instead = this.intercept(method, request);
    if (instead) return instead;
    const handler = this.#handlers()[method];
    const { promise, end } = cancellation(options.signal);
    if (!handler) return refused('UNIMPLEMENTED', method);
    const outcome = await Promise.race([handler(request as never), promise]);
    end();
    return outcome;
  }

  stream(): never {
    throw new Error('no streams here');
  }

  close(): void {
    this.calls.length = 0;
  }

  #handlers(): Partial<Record<UnaryMethod, (request: never) => Outcome | Promise<Outcome>>> {
    return {
      Status: () => ok({ status: { conditions: readyConditions } }),
      RunPodSandbox: (request: RequestOf<'RunPodSandbox'>) => this.#runSandbox(request.config ?? {}),
      PodSandboxStatus: ({ pod_sandbox_id: id = '' }: RequestOf<'PodSandboxStatus'>) => {
        const sandbox = this.sandboxes.get(id);
        return sandbox ? ok({ status: sandbox.status }) : refused('NOT_FOUND', `no sandbox ${id}`);
      },
      ListPodSandbox: () => ok({ items: [...this.sandboxes.values()].map(({ status }) => status) }),
      ImageStatus: ({ image }: RequestOf<'ImageStatus'>) => {
        const name = image?.image ?? '';
        return ok(this.missingImages.has(name) ? {} : { image: { id: `sha256:${name}`, size: '1' } });
      },
      PullImage: ({ image }: RequestOf<'PullImage'>) => {
        const name = image?.image ?? '';
        return this.missingImages.has(name)
          ? refused('NOT_FOUND', 'no such image')
          : ok({ image_ref: `sha256:${name}` });
      },
      CreateContainer: (request: RequestOf<'CreateContainer'>) => this.#create(request),
      StartContainer: ({ container_id: id = '' }: RequestOf<'StartContainer'>) => this.#start(id),
      StopContainer: (request: RequestOf<'StopContainer'>) => this.#stop(request),
      ExecSync: (request: RequestOf<'ExecSync'>) => this.#exec(request),
      ListContainers: () =>
        ok({
          containers: [...this.boxes.values()].map(({ status, sandbox }) => ({
            ...status,
            pod_sandbox_id: sandbox,
          })),
        }),
      ContainerStatus: ({ container_id: id = '' }: RequestOf<'ContainerStatus'>) => {
        const box = this.boxes.get(id);
        return box ? ok({ status: box.status }) : refused('NOT_FOUND', `no container ${id}`);
      },
      RemoveContainer: ({ container_id: id = '' }: RequestOf<'RemoveContainer'>) => {
        this.boxes.delete(id);
        return ok({});
      },
      StopPodSandbox: ({ pod_sandbox_id: id = '' }: RequestOf<'StopPodSandbox'>) => this.stopSandbox(id),
      RemovePodSandbox: ({ pod_sandbox_id: id = '' }: RequestOf<'RemovePodSandbox'>) => {
        this.sandboxes.delete(id);
        return ok({});
      },
    };
  }

  /** As in the recordings: every id that was ever given out. */
  names(): [string, string][] {
    return this.#names.map(([id, name]) => [`"${id}"`, `"${name}"`]);
  }

  /** The sandbox's process dies; its containers go on. */
  killSandbox(id: string): void {
    const sandbox = this.sandboxes.get(id);
    if (sandbox) sandbox.status = { ...sandbox.status, state: 'SANDBOX_NOTREADY', network: {} };
  }

  stopSandbox(id: string): Outcome {
    for (const box of this.boxes.values()) if (box.sandbox === id) box.end(137);
    const sandbox = this.sandboxes.get(id);
    if (sandbox) sandbox.status = { ...sandbox.status, state: 'SANDBOX_NOTREADY', network: {} };
    return ok({});
  }

  #now(): string {
    const wall = BigInt(Date.now()) * 1_000_000n;
    this.#clockNs = wall > this.#clockNs ? wall : this.#clockNs + 1n;
    return String(this.#clockNs);
  }

  #runSandbox(config: PodSandboxConfig): Outcome {
    const id = `sandbox${(this.#next += 1)}`;
    const { metadata, labels, annotations, linux } = config;
    const options = linux?.security_context?.namespace_options;
    const status = {
      id,
      metadata,
      labels,
      annotations,
      created_at: this.#now(),
      network: { ip: this.address },
      linux: { namespaces: { options } },
    };
    this.#names.push([id, `<sandbox:${metadata?.attempt ?? 0}>`]);
    this.sandboxes.set(id, { config, status });
    return ok({ pod_sandbox_id: id });
  }

  #create({ pod_sandbox_id: sandbox = '', config = {} }: RequestOf<'CreateContainer'>): Outcome {
    const id = `container${(this.#next += 1)}`;
    const { metadata, labels, annotations, image } = config;
    let release: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      release = resolve;
    });
    const end = (code: number): void => {
      const box = this.boxes.get(id);
      if (box?.status.state !== running) return;
      const status: ContainerStatus = {
        ...box.status,
        state: 'CONTAINER_EXITED',
        exit_code: code,
        finished_at: this.#now(),
      };
      this.boxes.set(id, { ...box, status });
      release();
    };
    const status = { id, metadata, labels, annotations, image, image_ref: 'ref', created_at: this.#now() };
    this.#names.push([id, `<container:${metadata?.name ?? ''}:${metadata?.attempt ?? 0}>`]);
    this.boxes.set(id, { status, sandbox, config, ended, end });
    return ok({ container_id: id });
  }

  #start(id: string): Outcome {
    const box = this.boxes.get(id);
    if (!box) return refused('NOT_FOUND', `no container ${id}`);
    this.boxes.set(id, { ...box, status: { ...box.status, state: running, started_at: this.#now() } });
    const { exits } = this.behaviour(commandOf(box));
    if (exits)
      setTimeout(() => {
        box.end(exits.code);
      }, exits.afterMs).unref();
    return ok({});
  }

  async #stop({ container_id: id = '', timeout = '0' }: RequestOf<'StopContainer'>): Promise<Outcome> {
    const box = this.boxes.get(id);
    if (!box) return refused('NOT_FOUND', `no container ${id}`);
    if (box.status.state !== running) return ok({});
    const { onTerm } = this.behaviour(commandOf(box));
    if (onTerm) box.end(onTerm.code);
    else
      setTimeout(
        () => {
          box.end(137);
        },
        Number(timeout) * 1000,
      );
    await box.ended;
    return ok({});
  }

  async #exec({ container_id: id = '', cmd = [] }: RequestOf<'ExecSync'>): Promise<Outcome> {
    const { exits = { afterMs: 0, code: 0 } } = this.behaviour(cmd.join(' '));
    const done = new Promise<number>((resolve) =>
      setTimeout(() => {
        resolve(exits.code);
      }, exits.afterMs).unref(),
    );
    const code = await Promise.race([done, this.boxes.get(id)?.ended.then(() => 137) ?? 137]);
    return ok(code === 0 ? {} : { exit_code: code });
  }
}

function cancellation(signal: AbortSignal | undefined): { promise: Promise<Outcome>; end: () => void } {
  let settle: (outcome: Outcome) => void = () => undefined;
  const promise = new Promise<Outcome>((resolve) => {
    settle = resolve;
  });
  const cancel = (): void => {
    settle({ kind: 'unanswered', reason: 'cancelled', message: 'cancelled' });
  };
  if (signal?.aborted === true) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  return {
    promise,
    end: () => {
      signal?.removeEventListener('abort', cancel);
    },
  };
}

function ok(response: object): Outcome {
  return { kind: 'ok', response, raw: '' };
}

function commandOf({ config }: Box): string {
  return [...(config.command ?? []), ...(config.args ?? [])].join(' ');
}

/** The few words of shell that the recorded pods use. */
function readShell(command: string): Behaviour {
  const sleeps = [...command.matchAll(/sleep ([\d.]+)/g)].reduce(
    (sum, [, seconds]) => sum + Number(seconds) * 1000,
    0,
  );
  const code = Number(/exit (\d+)\s*$/.exec(command)?.[1] ?? 0);
  if (!command.includes('while')) return { exits: { afterMs: sleeps, code }, onTerm: { code: 143 } };
  return command.includes('trap "exit') ? { onTerm: { code: 0 } } : {};
}
