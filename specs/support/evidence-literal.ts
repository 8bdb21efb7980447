// SPDX-License-Identifier: Apache-2.0
import type {
  Container,
  ContainerConfig,
  ContainerStatus,
  PodSandbox,
  PodSandboxConfig,
  PodSandboxStatus,
} from '#cri/proto/generated/messages.js';
import type { CriMethod, RequestOf, ResponseOf } from '#cri/methods.js';
import type { StatusName } from '#cri/status-name.js';
import type { RecordedCall } from '#evidence/call.js';
import { Evidence } from '#evidence/evidence.js';
import type { RecordingHeader } from '#evidence/event.js';
import type { DaemonState, Intent, OutageKind, StepParameters, StepRead } from '#evidence/intent.js';
import type { NodeLook, NodeObject, NodeProcess } from '#evidence/node-observation.js';
import type { LogFileObservation, Observation } from '#evidence/observation.js';

const startedAtNs = 1_700_000_000_000_000_000n;

export const header: RecordingHeader = {
  type: 'header',
  schemaVersion: 1,
  tool: { name: 'criprobe', version: '0.1.0' },
  run: 'abcdef',
  startedAtNs: startedAtNs.toString(),
  startedAt: '2023-11-14T22:13:20.000Z',
  kubelet: { version: '1.37', pace: 'compressed' },
  host: {
    kernel: '6.1.0',
    arch: 'x64',
    cgroupVersion: 'v2',
    cgroupDriver: 'systemd',
    node: 'v20.19.0',
    root: true,
    lacks: [],
  },
  target: {
    // As the reference runtime says, for scenarios that are played on it.
    name: 'criprobe-reference',
    version: '0.1.0',
    apiVersion: 'v1',
    endpoint: 'unix:///example.sock',
    launcher: 'existing',
    handlers: [],
    cni: 'none',
  },
};

/** Of container c1, unless told otherwise. */
export function nodeProcess(over: Partial<NodeProcess> = {}): NodeProcess {
  const signals = { pending: '0', blocked: '0', ignored: '0', caught: '4000' };
  const own = { pid: 4711, startTicks: '100', startedAtMs: 5, parent: 4700, command: '/box wait' };
  return { ...own, state: 'S', signals, ...over };
}

interface ExecOptions {
  readonly timeout?: string;
  readonly lastsMs?: number;
}

/** How a call in a literal ends; a plain message is an OK answer. */
export type Ending<M extends CriMethod> =
  | { readonly ok: ResponseOf<M> }
  | { readonly refused: StatusName; readonly message?: string }
  | { readonly unanswered: true }
  | { readonly notSent: 'not-ours' | 'unverified' }
  | { readonly cutOff: true; readonly with?: StatusName };

const sandboxConfig: PodSandboxConfig = {
  metadata: { name: 'p', uid: 'u', namespace: 'd' },
  labels: { uid: 'u', color: 'green' },
  annotations: { note: 'kept' },
  log_directory: '/logs',
};

const containerConfig: ContainerConfig = {
  metadata: { name: 'a' },
  image: { image: 'sha256:abc', user_specified_image: 'reg/box:1' },
  command: ['/box', 'wait'],
  labels: { uid: 'u', name: 'a' },
  annotations: { hash: '1' },
  log_path: 'a/0.log',
  mounts: [{ container_path: '/dev/termination-log', host_path: '/pods/u/log' }],
};

/** Builds evidence in as few words as possible. Every call lasts a millisecond. */
export class Story {
  atMs = 0;
  readonly calls: RecordedCall[] = [];
  readonly intents: Intent[] = [];
  readonly observations: Observation[] = [];
  readonly #sandboxes = new Map<string, { readonly config: PodSandboxConfig; readonly created: string }>();
  /** Why the scenario ended there; absent: it was played to its end. */
  stuck: string | undefined;
  #isUpgrading = false;
  #outages = 0;
  readonly #containers = new Map<
    string,
    { readonly config: ContainerConfig; readonly sandbox: string; readonly created: string }
  >();

  ns(afterMs = 0): string {
    return (startedAtNs + BigInt(Math.round((this.atMs + afterMs) * 1_000_000))).toString();
  }

  call<M extends CriMethod>(rpc: M, request: RequestOf<M>, ending: Ending<M>): this {
    const beganMs = this.atMs + 1;
    this.atMs = beganMs + this.#lastsMs;
    this.#lastsMs = 1;
    const outcome =
      'ok' in ending
        ? { kind: 'ok', response: ending.ok, raw: '' }
        : 'refused' in ending
          ? { kind: 'refused', code: ending.refused, message: ending.message ?? 'no' }
          : 'cutOff' in ending
            ? {
                kind: 'cut-off',
                ...(ending.with && { refused: { kind: 'refused', code: ending.with, message: 'no' } }),
              }
            : 'notSent' in ending
              ? { kind: 'unanswered', reason: ending.notSent, message: `criprobe did not send ${rpc}` }
              : { kind: 'unanswered', reason: 'client-deadline', message: 'no answer' };
    const seq = this.calls.length + 1;
    const call = {
      seq,
      scenario: 'example.story',
      rpc,
      request,
      deadlineMs: null,
      beganMs,
      endedMs: this.atMs,
    };
    this.calls.push({ ...call, outcome, messages: [] } as unknown as RecordedCall);
    return this;
  }

  /** A step of the scenario that completes at once. */
  step(name: StepRead, parameters: StepParameters = {}): this {
    const at = { scenario: 'example.story', atMs: this.atMs, nth: this.intents.length + 1 };
    this.intents.push({ type: 'step', ...at, name, parameters }, { type: 'step-end', ...at });
    return this;
  }

  daemon(state: DaemonState, how: OutageKind): this {
    const at = { scenario: 'example.story', atMs: this.atMs };
    if (state === 'stopping') this.#outages++;
    const isBack = this.#outages % 2 === 0;
    const which = this.#isUpgrading && { upgraded: true as const, ...(isBack && { back: true as const }) };
    this.intents.push({ type: 'daemon', ...at, state, how, ...which });
    return this;
  }

  /** Another version comes back from every outage. */
  upgrading(): this {
    this.#isUpgrading = true;
    return this;
  }

  /** Its log is renamed: by a scenario, which names it `a`, or by the kubelet. */
  logRenamed({ by, container = 'c1' }: { by: 'scenario' | 'kubelet'; container?: string }): this {
    const at = { scenario: 'example.story', atMs: this.atMs };
    const paths = { path: '/logs/a/0.log', rotated: '/logs/a/0.log.rotated' };
    const named = by === 'scenario' ? { name: 'a' } : {};
    this.intents.push({ type: 'log-renamed', ...at, container, ...named, ...paths });
    return this;
  }

  /** Kills the process of the sandbox. */
  processKilled(count: number, sandbox = 's1'): this {
    this.intents.push({
      type: 'process-killed',
      scenario: 'example.story',
      atMs: this.atMs,
      sandbox,
      count,
    });
    return this;
  }

  /** A line of its log was waited for and seen. */
  isUp(container = 'a'): this {
    return this.step('wait-for-log', { container, line: 'ready' });
  }

  log(content: string, more: Partial<LogFileObservation['facts']> = {}): this {
    const bytes = content.length;
    const facts = { path: '/logs/a/0.log', container: 'c1', exists: true, content, bytes, ...more };
    const at = { scenario: 'example.story', atMs: this.atMs, name: 'a' };
    this.observations.push({ type: 'observation', ...at, of: 'log-file', facts });
    return this;
  }

  /** Something else that was observed on the node. */
  observe(of: Observation['of'], facts: object, name = 'seen'): this {
    const at = { scenario: 'example.story', atMs: this.atMs, name };
    this.observations.push({ type: 'observation', ...at, of, facts } as Observation);
    return this;
  }

  /** The processes of the container were counted. */
  processes(count: number, container = 'c1'): this {
    const at = { scenario: 'example.story', atMs: this.atMs, name: 'a' };
    this.observations.push({ type: 'observation', ...at, of: 'process', facts: { container, count } });
    return this;
  }

  /** The node was looked at after the last call. `over` without processes: container c1 is alive. */
  look(over: Partial<NodeObject> = {}, look: Partial<NodeLook> = {}): this {
    const object: NodeObject = { kind: 'container', id: 'c1', processes: [nodeProcess()], ...over };
    const at = { scenario: 'example.story', atMs: (this.atMs += 1), name: 'look' };
    const own = { when: 'after', call: this.calls.length, waitedMs: 0, isPatient: false, tookMs: 1 } as const;
    const facts = { ...own, objects: [object], ...look };
    this.observations.push({ type: 'observation', ...at, of: 'node', facts });
    return this;
  }

  /** Nothing can be seen on the node. */
  nodeUnseen(reason: string): this {
    const at = { scenario: 'example.story', atMs: this.atMs, name: 'node' };
    this.observations.push({ type: 'observation', ...at, of: 'node-unseen', facts: { reason } });
    return this;
  }

  /** Stops and starts the daemon. */
  outage(how: OutageKind = 'crash', meanwhile: (story: this) => unknown = () => undefined): this {
    this.#later().daemon('stopping', how);
    if (how !== 'restart') {
      this.#later().daemon('stopped', how);
      meanwhile(this);
      this.#later().daemon('starting', how);
    }
    return this.#later().daemon('started', how);
  }

  #later(): this {
    this.atMs += 10;
    return this;
  }

  sandbox(id = 's1', over: PodSandboxConfig = {}): this {
    const config = { ...sandboxConfig, ...over };
    this.#sandboxes.set(id, { config, created: this.ns(1) });
    return this.call('RunPodSandbox', { config }, { ok: { pod_sandbox_id: id } });
  }

  sandboxView(id = 's1', over: PodSandboxStatus = {}): PodSandboxStatus {
    const { config, created } = this.#sandboxes.get(id) ?? { config: {}, created: '0' };
    const { metadata, labels, annotations } = config;
    return { id, metadata, labels, annotations, created_at: created, network: { ip: '10.0.0.5' }, ...over };
  }

  sandboxStatus(id = 's1', over: PodSandboxStatus = {}): this {
    const ok = { status: this.sandboxView(id, over) };
    return this.call('PodSandboxStatus', { pod_sandbox_id: id }, { ok });
  }

  sandboxes(items: readonly PodSandbox[], filter?: RequestOf<'ListPodSandbox'>['filter']): this {
    return this.call('ListPodSandbox', filter === undefined ? {} : { filter }, { ok: { items } });
  }

  stopSandbox(id = 's1', ending: Ending<'StopPodSandbox'> = { ok: {} }): this {
    return this.call('StopPodSandbox', { pod_sandbox_id: id }, ending);
  }

  removeSandbox(id = 's1', ending: Ending<'RemovePodSandbox'> = { ok: {} }): this {
    return this.call('RemovePodSandbox', { pod_sandbox_id: id }, ending);
  }

  create(id = 'c1', over: ContainerConfig = {}, sandbox = 's1'): this {
    const config = { ...containerConfig, ...over };
    this.#containers.set(id, { config, sandbox, created: this.ns(1) });
    const request = { pod_sandbox_id: sandbox, config, sandbox_config: sandboxConfig };
    return this.call('CreateContainer', request, { ok: { container_id: id } });
  }

  start(id = 'c1', ending: Ending<'StartContainer'> = { ok: {} }): this {
    return this.call('StartContainer', { container_id: id }, ending);
  }

  /** A sandbox with a started container in it. */
  running(over: ContainerConfig = {}): this {
    return this.sandbox().create('c1', over).start();
  }

  view(id = 'c1', over: ContainerStatus = {}): ContainerStatus {
    const { config, created } = this.#containers.get(id) ?? { config: {}, created: '0' };
    const { metadata, labels, annotations, mounts } = config;
    return {
      id,
      metadata,
      labels,
      annotations,
      mounts,
      created_at: created,
      image: { image: 'reg/box:1' },
      image_ref: 'reg/box@sha256:def',
      image_id: 'sha256:abc',
      log_path: '/logs/a/0.log',
      state: 'CONTAINER_RUNNING',
      started_at: this.startedAt(id),
      ...over,
    };
  }

  startedAt(id: string): string {
    const start = this.calls.find(
      ({ rpc, request }) =>
        rpc === 'StartContainer' && 'container_id' in request && request.container_id === id,
    );
    return (startedAtNs + BigInt(Math.round((start?.beganMs ?? 0) * 1_000_000))).toString();
  }

  status(id = 'c1', over: ContainerStatus = {}): this {
    return this.call('ContainerStatus', { container_id: id }, { ok: { status: this.view(id, over) } });
  }

  exited(code = 0, over: ContainerStatus = {}): this {
    const finished = this.#finished ?? this.ns();
    this.#finished = finished;
    return this.status('c1', { state: 'CONTAINER_EXITED', finished_at: finished, exit_code: code, ...over });
  }

  #finished: string | undefined;
  #lastsMs = 1;

  /** The duration of the next call. */
  lasting(ms: number): this {
    this.#lastsMs = ms;
    return this;
  }

  item(id = 'c1', over: Container = {}): Container {
    const { config, created, sandbox } = this.#containers.get(id) ?? {
      config: {},
      created: '0',
      sandbox: '',
    };
    const { metadata, labels, annotations } = config;
    return {
      id,
      pod_sandbox_id: sandbox,
      metadata,
      labels,
      annotations,
      created_at: created,
      image: { image: 'reg/box:1' },
      image_ref: 'sha256:abc',
      image_id: 'sha256:abc',
      state: 'CONTAINER_RUNNING',
      ...over,
    };
  }

  list(containers: readonly Container[], filter?: RequestOf<'ListContainers'>['filter']): this {
    return this.call('ListContainers', filter === undefined ? {} : { filter }, { ok: { containers } });
  }

  stop(ending: Ending<'StopContainer'> = { ok: {} }, timeout = '30', lastsMs = 1): this {
    return this.lasting(lastsMs).call('StopContainer', { container_id: 'c1', timeout }, ending);
  }

  remove(ending: Ending<'RemoveContainer'> = { ok: {} }): this {
    return this.call('RemoveContainer', { container_id: 'c1' }, ending);
  }

  exec(
    cmd: readonly string[],
    ending: Ending<'ExecSync'>,
    { timeout = '0', lastsMs = 1 }: ExecOptions = {},
  ): this {
    return this.lasting(lastsMs).call('ExecSync', { container_id: 'c1', cmd, timeout }, ending);
  }

  missing(id = 'c1'): this {
    return this.call('ContainerStatus', { container_id: id }, { refused: 'NOT_FOUND' });
  }

  missingSandbox(id = 's1'): this {
    return this.call('PodSandboxStatus', { pod_sandbox_id: id }, { refused: 'NOT_FOUND' });
  }

  /** An event stream that was open from the beginning until now. */
  watched(messages: readonly ResponseOf<'GetContainerEvents'>[], over: Partial<RecordedCall> = {}): this {
    const seq = this.calls.length + 1;
    const seen = messages.map((message) => ({ atMs: this.atMs, message }));
    const call = { seq, scenario: 'example.story', rpc: 'GetContainerEvents', request: {}, deadlineMs: null };
    const outcome = { kind: 'unanswered', reason: 'cancelled', message: 'the story is over' };
    this.atMs += 2000;
    const whole = { ...call, beganMs: 0, endedMs: this.atMs, outcome, messages: seen, ...over };
    this.calls.push(whole as unknown as RecordedCall);
    return this;
  }

  image(image: string, ok: ResponseOf<'ImageStatus'>): this {
    return this.call('ImageStatus', { image: { image } }, { ok });
  }
}

export function evidenceOf(tell: (story: Story) => unknown): Evidence {
  const story = new Story();
  tell(story);
  const { calls, intents, observations, stuck: reason } = story;
  const seen = { calls, intents, observations };
  const ended = reason === undefined ? { ended: 'done' as const } : { ended: 'stuck' as const, reason };
  return new Evidence({ header, scenario: 'example.story', ...seen, ...ended });
}
