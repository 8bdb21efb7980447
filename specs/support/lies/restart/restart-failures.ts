// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { LyingAfter } from '../lying-daemon.js';
import { lyingAbout } from '../lying-runtime.js';
import { afterwards, type RestartLie } from './restart-lie.js';

type Watch = (lying: LyingAfter, noticed: () => void) => CriHandlers;

/** A daemon that never answers again after a restart, once it has seen what it cannot load. */
const neverBack =
  (watch: Watch) =>
  (lying: LyingAfter): CriHandlers => {
    let isBroken = false;
    const handlers = {
      ...lying.truth,
      ...watch(lying, () => {
        isBroken = true;
      }),
    };
    const guarded = Object.entries(handlers).map(([rpc, handler]) => [
      rpc,
      (request: never, call: never) => {
        if (!isBroken || lying.returns() === 0) return handler(request, call);
        lying.tell({ rpc, request });
        throw new CriRefusal('UNAVAILABLE', 'the service is not registered');
      },
    ]);
    return Object.fromEntries(guarded) as CriHandlers;
  };

/** A record that is there twice, as a creation failed first. */
const duplicateRecord: Watch = ({ truth }, noticed) => {
  let hasFailed = false;
  return {
    CreateContainer: async (request, call) => {
      const answer = await truth.CreateContainer(request, call).catch((refusal: unknown) => {
        hasFailed = true;
        throw refusal;
      });
      if (hasFailed) noticed();
      return answer;
    },
  };
};

/** A directory without its file, as a container was removed while it started. */
const halfRemoved: Watch = ({ truth }, noticed) => {
  const starting = new Set<string | undefined>();
  return {
    StartContainer: async (request, call) => {
      starting.add(request.container_id);
      return truth.StartContainer(request, call);
    },
    RemoveContainer: async (request, call) => {
      if (starting.has(request.container_id)) noticed();
      return truth.RemoveContainer(request, call);
    },
  };
};

/** A sandbox that is stored without what belongs to it. */
const halfSandbox: Watch = ({ truth }, noticed) => ({
  RunPodSandbox: async (request, call) =>
    truth.RunPodSandbox(request, call).catch((refusal: unknown) => {
      noticed();
      throw refusal;
    }),
});

const comesBack = {
  scenario: 'daemon.restart-after-failures',
  breaks: ['restart.runtime.ready-again'],
  expected: /^RuntimeReady and NetworkReady true after the restart$/,
  actual: /^not ready after \d+ s: the service is not registered$/,
  stuck: /^the daemon: not ready after \d+ s: the service is not registered$/,
} as const;

export const restartFailureLies: readonly RestartLie[] = [
  {
    name: 'after a creation that failed and was repeated, no restart succeeds',
    tell: neverBack(duplicateRecord),
    ...comesBack,
  },
  {
    name: 'after a removal of what was starting, no restart succeeds',
    tell: neverBack(halfRemoved),
    ...comesBack,
  },
  {
    name: 'after a sandbox that failed half-way, no restart succeeds',
    tell: neverBack(halfSandbox),
    ...comesBack,
  },
  {
    name: 'what failed to start cannot be removed after a restart',
    tell: (lying: LyingAfter): CriHandlers => {
      const failed = new Set<string | undefined>();
      return {
        StartContainer: async (request, call) =>
          lying.truth.StartContainer(request, call).catch((refusal: unknown) => {
            failed.add(request.container_id);
            throw refusal;
          }),
        ...lyingAbout('RemoveContainer', ({ container_id: id }) => {
          if (lying.returns() === 0 || !failed.has(id)) return undefined;
          throw new CriRefusal('UNKNOWN', 'its state is unknown, stop it first');
        })(lying.truth, lying.tell),
      };
    },
    scenario: 'daemon.restart-after-failures',
    breaks: ['container.remove.succeeds'],
    expected: /^the first RemoveContainer: OK$/,
    actual: /^UNKNOWN: its state is unknown, stop it first$/,
  },
  {
    name: 'what was created before cannot be started',
    tell: ({ truth, tell, returns }: LyingAfter): CriHandlers => {
      let refusals = 0;
      return lyingAbout('StartContainer', () => {
        if (returns() === 0 || refusals++ > 0) return undefined;
        throw new CriRefusal('DEADLINE_EXCEEDED', 'its pipes are not there');
      })(truth, tell);
    },
    scenario: 'daemon.preexisting-after-crash',
    breaks: ['restart.preexisting.start', 'container.start.failed-is-exited'],
    expected: /OK$/,
    actual: /^DEADLINE_EXCEEDED: its pipes are not there$/,
  },
  {
    name: 'ports of the node are taken for ever by pods from before',
    tell: (lying: LyingAfter): CriHandlers => {
      let isGone = false;
      return {
        RemovePodSandbox: async (request, call) => {
          if (lying.returns() > 0) isGone = true;
          return lying.truth.RemovePodSandbox(request, call);
        },
        ...lyingAbout('RunPodSandbox', ({ config }) => {
          const wantsPort = (config?.port_mappings ?? []).some(({ host_port: port = 0 }) => port > 0);
          if (!isGone || !wantsPort) return undefined;
          throw new CriRefusal('UNKNOWN', 'address already in use');
        })(lying.truth, lying.tell),
      };
    },
    scenario: 'daemon.preexisting-after-crash',
    breaks: ['restart.preexisting.remove'],
    expected: /^RunPodSandbox with the metadata of a removed sandbox: OK$/,
    actual: /^UNKNOWN: address already in use$/,
  },
  {
    name: 'a sandbox has another namespace',
    tell: afterwards('PodSandboxStatus', ({ status, ...answer }) => ({
      ...answer,
      status: { ...status, metadata: { ...status?.metadata, namespace: 'another' } },
    })),
    scenario: 'daemon.restart-while-idle',
    breaks: [
      'restart.sandbox.unchanged',
      'sandbox.status.metadata-unchanged',
      'sandbox.list.agrees-with-status',
    ],
    expected: /namespace/,
    actual: /another/,
  },
];
