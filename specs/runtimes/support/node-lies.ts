// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import type { CriClient } from '#cri/client/client.js';
import type { ContractId } from '#contracts/contract-id.generated.js';
import type { ScenarioId } from '#scenarios/all.generated.js';
import { compose, RefusedCall, type Forger, type Message } from '../../support/forging-proxy/answer.js';
import {
  answerWith,
  asMessage,
  asMessages,
  asText,
  decoded,
  rewriting,
} from '../../support/forging-proxy/rewriting.js';

/** A lie about real processes, consistent in all that the runtime says. */
export interface NodeLie {
  readonly name: string;
  /** A new one for every run: liars remember. */
  readonly forger: (runtime: CriClient) => Forger;
  readonly scenario: ScenarioId;
  /** Contracts on the node that find it; others may as well. */
  readonly breaks: readonly ContractId[];
}

const idOf = (request: Message): string =>
  asText(request['container_id']) || asText(request['pod_sandbox_id']);

/** What a runtime says of containers, changed for those in the set. */
function viewsOf(ids: ReadonlySet<string>, change: (item: Message) => Message): Forger {
  const changed = (item: Message): Message => (ids.has(asText(item['id'])) ? change(item) : item);
  return rewriting(['ContainerStatus', 'ListContainers'], (message, { method }) =>
    method === 'ContainerStatus'
      ? { ...message, status: changed(asMessage(message['status'])) }
      : { ...message, containers: asMessages(message['containers']).map(changed) },
  );
}

const ended = (item: Message, code = 143): Message =>
  item['log_path'] === undefined
    ? { ...item, state: 'CONTAINER_EXITED' }
    : {
        ...item,
        state: 'CONTAINER_EXITED',
        exit_code: code,
        reason: 'Error',
        started_at: item['started_at'] === '0' ? item['created_at'] : item['started_at'],
        finished_at:
          item['finished_at'] === '0' ? String(BigInt(Date.now()) * 1_000_000n) : item['finished_at'],
      };

/** Answers OK to these, and does nothing; `ids` gets the objects. */
function swallowed(methods: readonly string[], ids: Set<string>): Forger {
  return {
    unary: (call, ask) => {
      if (!methods.includes(call.method)) return ask();
      ids.add(idOf(call.request));
      return Promise.resolve(answerWith(call, {}));
    },
  };
}

/** As if these objects were not there. */
function hidden(ids: ReadonlySet<string>): Forger {
  const isThere = (item: Message): boolean =>
    !ids.has(asText(item['id'])) && !ids.has(asText(item['pod_sandbox_id']));
  return compose(
    {
      unary: (call, ask) =>
        /Status$/.test(call.method) && ids.has(idOf(call.request))
          ? Promise.resolve(new RefusedCall(5, 'not found'))
          : ask(),
    },
    rewriting(['ListContainers', 'ListPodSandbox'], (message) => ({
      ...message,
      ...('containers' in message && {
        containers: asMessages(message['containers']).filter(isThere),
      }),
      ...('items' in message && { items: asMessages(message['items']).filter(isThere) }),
    })),
  );
}

/** Another request reaches the runtime. */
function asked(method: string, change: (request: Message) => Message): Forger {
  return {
    unary: (call, ask) => (call.method === method ? ask(change(call.request)) : ask()),
  };
}

function within(message: Message, path: readonly string[], change: (value: Message) => Message): Message {
  const [field, ...rest] = path;
  if (field === undefined) return change(message);
  return { ...message, [field]: within(asMessage(message[field]), rest, change) };
}

function without(message: Message, ...fields: readonly string[]): Message {
  return Object.fromEntries(Object.entries(message).filter(([field]) => !fields.includes(field)));
}

const stops: NodeLie = {
  name: 'StopContainer is answered, and not done',
  forger: () => {
    const ids = new Set<string>();
    return compose(viewsOf(ids, ended), swallowed(['StopContainer'], ids));
  },
  scenario: 'node.life',
  breaks: ['node.processes.gone-after-stop', 'node.processes.state-true'],
};

const removals: NodeLie = {
  name: 'RemoveContainer is answered, and the container only hidden',
  forger: () => {
    const ids = new Set<string>();
    return compose(hidden(ids), swallowed(['RemoveContainer'], ids));
  },
  scenario: 'node.life',
  breaks: ['node.processes.gone-after-remove', 'node.removed.nothing-left'],
};

const sandboxes: NodeLie = {
  name: 'StopPodSandbox and RemovePodSandbox are answered, and the pod only hidden',
  forger: () => {
    const ids = new Set<string>();
    return compose(hidden(ids), swallowed(['StopPodSandbox', 'RemovePodSandbox'], ids));
  },
  scenario: 'node.life',
  breaks: ['node.processes.gone-after-sandbox', 'node.removed.nothing-left'],
};

const updates: NodeLie = {
  name: 'an update is shown, and not applied',
  forger: () => {
    const sent = new Map<string, Message>();
    return compose(
      rewriting(['ContainerStatus'], (message) => {
        const update = sent.get(asText(asMessage(message['status'])['id']));
        return update === undefined
          ? message
          : within(message, ['status', 'resources', 'linux'], (linux) => ({ ...linux, ...update }));
      }),
      {
        unary: (call, ask) => {
          if (call.method !== 'UpdateContainerResources') return ask();
          const id = idOf(call.request);
          const values = Object.entries(asMessage(call.request['linux'])).filter(
            ([, value]) => value !== '0' && value !== '' && typeof value === 'string',
          );
          sent.set(id, { ...sent.get(id), ...Object.fromEntries(values) });
          return Promise.resolve(answerWith(call, {}));
        },
      },
    );
  },
  scenario: 'node.life',
  breaks: ['node.cgroup.limits-applied', 'node.cgroup.limits-shown'],
};

const execs: NodeLie = {
  name: 'a command that times out runs on',
  forger: (runtime) => ({
    unary: async (call, ask) => {
      const seconds = Number(call.request['timeout'] ?? 0);
      if (call.method !== 'ExecSync' || seconds === 0) return ask();
      // Not with the call of the suite: that ends, and the command would with it.
      void runtime.call('ExecSync', { ...call.request, timeout: '0' });
      await sleep(seconds * 1_000 + 20);
      return new RefusedCall(4, 'the command timed out');
    },
  }),
  scenario: 'node.life',
  breaks: ['node.processes.exec-timeout-ends'],
};

const starts: NodeLie = {
  name: 'a start fails, and its program runs',
  forger: () => {
    const failing = new Set<string>();
    const isWrong = (request: Message): boolean =>
      JSON.stringify(asMessage(request['config'])['command'] ?? []).includes('criprobe-unknown');
    return compose(
      viewsOf(failing, (item) => ended(item, 128)),
      {
        unary: async (call, ask) => {
          if (call.method === 'CreateContainer' && isWrong(call.request)) {
            const answer = await ask(
              within(call.request, ['config'], (config) => ({ ...config, command: ['/box', 'wait'] })),
            );
            if (!(answer instanceof RefusedCall))
              failing.add(asText(decoded(call, answer.bytes)['container_id']));
            return answer;
          }
          const answer = await ask();
          return call.method === 'StartContainer' && failing.has(idOf(call.request))
            ? new RefusedCall(2, 'no such file or directory')
            : answer;
        },
      },
    );
  },
  scenario: 'node.life',
  breaks: ['node.processes.none-after-failed-start'],
};

const drivers: NodeLie = {
  name: 'the other cgroup driver is named',
  forger: () => {
    // The preflight gets the truth, so that pods are placed as the runtime does it.
    return rewriting(['RuntimeConfig'], (message, { nthOfMethod }) =>
      nthOfMethod === 1
        ? message
        : within(message, ['linux'], ({ cgroup_driver: driver }) => ({
            cgroup_driver: driver === 'CGROUPFS' ? 'SYSTEMD' : 'CGROUPFS',
          })),
    );
  },
  scenario: 'node.life',
  breaks: ['node.cgroup.driver-true'],
};

const addresses: NodeLie = {
  name: 'pods have addresses that are nowhere',
  forger: () =>
    rewriting(['PodSandboxStatus'], (message) =>
      within(message, ['status', 'network'], (network) => ({ ...network, ip: '203.0.113.7' })),
    ),
  scenario: 'node.life',
  breaks: ['node.network.address-real'],
};

const limits: NodeLie = {
  name: 'limits are shown, and not set',
  forger: () => {
    const wanted = new Map<string, Message>();
    return compose(
      rewriting(['ContainerStatus'], (message) => {
        const linux = wanted.get(asText(asMessage(message['status'])['id']));
        return linux === undefined ? message : within(message, ['status', 'resources'], () => ({ linux }));
      }),
      {
        unary: async (call, ask) => {
          if (call.method !== 'CreateContainer') return ask();
          const resources = asMessage(asMessage(asMessage(call.request['config'])['linux'])['resources']);
          const answer = await ask(
            within(call.request, ['config', 'linux'], (linux) => without(linux, 'resources')),
          );
          if (!(answer instanceof RefusedCall))
            wanted.set(asText(decoded(call, answer.bytes)['container_id']), resources);
          return answer;
        },
      },
    );
  },
  scenario: 'node.life',
  breaks: ['node.cgroup.limits-applied', 'node.cgroup.limits-shown'],
};

const mounts: NodeLie = {
  name: 'what was to be read only is shown so, and can be written',
  forger: () => {
    const paths = new Set<string>();
    return compose(
      rewriting(['ContainerStatus'], (message) =>
        within(message, ['status'], (status) => ({
          ...status,
          mounts: asMessages(status['mounts']).map((mount) => ({
            ...mount,
            readonly: paths.has(asText(mount['container_path'])),
          })),
        })),
      ),
      asked('CreateContainer', (request) =>
        within(request, ['config'], (config) => ({
          ...config,
          mounts: asMessages(config['mounts']).map((mount) => {
            if (mount['readonly'] === true) paths.add(asText(mount['container_path']));
            return { ...mount, readonly: false };
          }),
        })),
      ),
    );
  },
  scenario: 'node.life',
  breaks: ['node.mounts.as-requested'],
};

const namespaces: NodeLie = {
  name: 'containers share the IPC of the node, and are shown with their own',
  forger: () => {
    const path = ['config', 'linux', 'security_context', 'namespace_options'];
    const shared = (request: Message): Message =>
      within(request, path, (options) => ({ ...options, ipc: 'NODE' }));
    return compose(
      rewriting(['PodSandboxStatus'], (message) =>
        within(message, ['status', 'linux', 'namespaces', 'options'], (options) => without(options, 'ipc')),
      ),
      asked('RunPodSandbox', shared),
      asked('CreateContainer', shared),
    );
  },
  scenario: 'node.life',
  breaks: ['node.namespaces.as-requested'],
};

const parents: NodeLie = {
  name: 'the cgroup of the pod is not used',
  forger: () => {
    const path = (field: string): readonly string[] => [field, 'linux'];
    const placed =
      (field: string) =>
      (request: Message): Message =>
        within(request, path(field), (linux) => without(linux, 'cgroup_parent'));
    return compose(
      asked('RunPodSandbox', placed('config')),
      asked('CreateContainer', placed('sandbox_config')),
    );
  },
  scenario: 'node.pod-cgroup',
  breaks: ['node.cgroup.below-parent'],
};

const times: NodeLie = {
  name: 'every container has ended ten minutes later than it did',
  forger: () =>
    rewriting(['ContainerStatus'], (message) =>
      within(message, ['status'], (status) => {
        const at = BigInt(asText(status['finished_at']) || '0');
        return at === 0n ? status : { ...status, finished_at: String(at + 600_000_000_000n) };
      }),
    ),
  scenario: 'node.life',
  breaks: ['node.processes.times-true'],
};

/** Until that long after their end: the contract gives a slow node ten seconds. */
const lateMs = 25_000;

const states: NodeLie = {
  name: 'a container is RUNNING long after its end',
  forger: () => {
    const endedMs = new Map<string, number>();
    const late = (item: Message): Message => {
      const id = asText(item['id']);
      if (item['state'] !== 'CONTAINER_EXITED') return item;
      const sinceMs = endedMs.get(id) ?? Date.now();
      endedMs.set(id, sinceMs);
      if (Date.now() - sinceMs > lateMs) return item;
      return { ...without(item, 'finished_at', 'exit_code', 'reason'), state: 'CONTAINER_RUNNING' };
    };
    return rewriting(['ContainerStatus', 'ListContainers'], (message, { method }) =>
      method === 'ContainerStatus'
        ? within(message, ['status'], late)
        : { ...message, containers: asMessages(message['containers']).map(late) },
    );
  },
  scenario: 'node.out-of-memory',
  breaks: ['node.processes.state-true'],
};

export const nodeLies: readonly NodeLie[] = [
  stops,
  removals,
  sandboxes,
  updates,
  execs,
  starts,
  drivers,
  addresses,
  limits,
  mounts,
  namespaces,
  parents,
  times,
  states,
];

/** The kernel counts such ends for all of the node: nobody else may provoke one meanwhile. */
export const oomLie: NodeLie = {
  name: 'whoever fails is out of memory',
  forger: () =>
    rewriting(['ContainerStatus'], (message) =>
      within(message, ['status'], (status) =>
        Number(status['exit_code'] ?? 0) === 0 ? status : { ...status, reason: 'OOMKilled' },
      ),
    ),
  scenario: 'node.life',
  breaks: ['node.oom.only-when-killed'],
};
