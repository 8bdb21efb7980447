// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import {
  allOf,
  inLists,
  inSandboxLists,
  inSandboxStatuses,
  inStatuses,
  stillRunning,
} from './in-every-view.js';
import type { Lie } from './lies.js';
import { lyingAbout } from './lying-runtime.js';
import { CriRefusal } from '#cri/client/cri-refusal.js';

const isOver = ({ state }: ContainerStatus): boolean => state === 'CONTAINER_EXITED';
const whenOver =
  (over: (status: ContainerStatus) => Partial<ContainerStatus>) =>
  (status: ContainerStatus): ContainerStatus | undefined =>
    isOver(status) ? { ...status, ...over(status) } : undefined;

const tenMinutesNs = 600_000_000_000n;

type Shown = Pick<ContainerStatus, 'id' | 'labels' | 'annotations' | 'created_at'>;

const otherwise = <T extends Shown>(of: T): T => ({
  ...of,
  labels: { ...of.labels, 'io.kubernetes.pod.namespace': 'elsewhere' },
  annotations: { ...of.annotations, 'io.kubernetes.container.terminationMessagePath': '/elsewhere' },
});

const ofContainers: readonly Lie[] = [
  {
    name: 'containers run an image that nobody knows',
    tell: inStatuses((status) => ({ ...status, image: { image: 'junk' } })),
    scenario: 'pod.happy-path',
    breaks: ['container.status.image-true'],
    expected: /^names of the image [0-9a-f]{64}$/,
    actual: /^image "junk"$/,
    proof: ['CreateContainer', 'ContainerStatus'],
  },
  {
    name: 'the reference of an image is its tag',
    tell: inStatuses((status) => ({ ...status, image_ref: status.image?.image ?? '' })),
    scenario: 'pod.happy-path',
    breaks: ['container.status.image-true'],
    expected: /^names of the image [0-9a-f]{64}$/,
    actual: /^image_ref "[^"]+:1"$/,
    proof: ['CreateContainer', 'ContainerStatus'],
  },
  {
    name: 'lists name no image reference',
    tell: inLists((item) => ({ ...item, image_ref: undefined })),
    scenario: 'pod.happy-path',
    breaks: ['container.list.image-true'],
    expected: /^names of the image [0-9a-f]{64}$/,
    actual: /^image_ref ""$/,
    proof: ['CreateContainer', 'ListContainers'],
  },
  {
    name: 'lists leave out image ids',
    tell: inLists((item) => ({ ...item, image_id: undefined })),
    scenario: 'pod.happy-path',
    breaks: ['container.list.agrees-with-status'],
    expected: /^image_id "(sha256:)?[0-9a-f]{64}" as in the status$/,
    actual: /^image_id none$/,
    proof: ['ContainerStatus', 'ListContainers'],
  },
  {
    name: 'of the mounts only the termination log is told',
    tell: inStatuses((status) => ({
      ...status,
      mounts: (status.mounts ?? []).filter(({ container_path: path }) => path === '/dev/termination-log'),
    })),
    scenario: 'pod.happy-path',
    breaks: ['container.status.mounts-as-asked'],
    expected: /^a mount at \/etc\/hosts$/,
    actual: /^none$/,
    proof: ['CreateContainer', 'ContainerStatus'],
  },
  {
    name: 'every mount is read-only and propagates',
    tell: inStatuses((status) => ({
      ...status,
      mounts: (status.mounts ?? []).map((mount) => ({
        ...mount,
        readonly: true,
        propagation: 'PROPAGATION_BIDIRECTIONAL',
      })),
    })),
    scenario: 'pod.complete-requests',
    breaks: ['container.status.mounts-as-asked'],
    expected: /with readonly none; .* with propagation "PROPAGATION_PRIVATE"/,
    actual: /readonly true; propagation "PROPAGATION_BIDIRECTIONAL"/,
    proof: ['CreateContainer', 'ContainerStatus'],
  },
  {
    name: 'everybody is user 77 of group 88',
    tell: inStatuses((status) => ({
      ...status,
      user: { linux: { uid: '77', gid: '88', supplemental_groups: ['88'] } },
    })),
    scenario: 'pod.happy-path',
    breaks: ['container.status.user-as-asked'],
    expected: /^uid 0, gid 0$/,
    actual: /^uid 77, gid 88$/,
    proof: ['CreateContainer', 'ContainerStatus'],
  },
  {
    name: 'nobody is told as whom a container runs, though that was promised',
    tell: inStatuses((status) => ({ ...status, user: undefined })),
    scenario: 'pod.happy-path',
    breaks: ['container.status.user-as-asked'],
    expected: /supplemental_groups_policy$/,
    actual: /^none$/,
    proof: ['Status', 'ContainerStatus'],
  },
  {
    name: 'every container has twice the memory it was given',
    tell: inStatuses((status) => {
      const { memory_limit_in_bytes: limit = '0', ...linux } = status.resources?.linux ?? {};
      return {
        ...status,
        resources: { linux: { ...linux, memory_limit_in_bytes: String(2n * BigInt(limit)) } },
      };
    }),
    scenario: 'pod.complete-requests',
    breaks: ['container.status.resources-as-asked'],
    expected: /^memory_limit_in_bytes 67108864$/,
    actual: /^memory_limit_in_bytes 134217728$/,
    proof: ['CreateContainer', 'ContainerStatus'],
  },
  {
    name: 'every container is stopped with HUP, it says',
    tell: inStatuses((status) => ({ ...status, stop_signal: 'SIGNAL_SIGHUP' })),
    scenario: 'pod.happy-path',
    breaks: ['container.status.stop-signal'],
    expected: /^SIGNAL_SIGTERM$/,
    actual: /^SIGNAL_SIGHUP$/,
    proof: ['CreateContainer', 'ContainerStatus'],
  },
  {
    name: 'a container is of another namespace, and its annotations are not as they were',
    tell: allOf(inStatuses(otherwise), inLists(otherwise)),
    scenario: 'pod.happy-path',
    breaks: ['container.status.labels-unchanged', 'container.status.annotations-unchanged'],
    expected: /"io\.kubernetes\.pod\.namespace":"criprobe-/,
    actual: /io\.kubernetes\.pod\.namespace="elsewhere"/,
    proof: ['CreateContainer', 'ContainerStatus or ListContainers'],
  },
  {
    name: 'a container is older than the one that it replaces',
    tell: (truth, tell) => {
      const made: (string | undefined)[] = [];
      const older = <T extends Shown>(of: T): T => ({
        ...of,
        created_at: String(BigInt(of.created_at ?? '0') - tenMinutesNs * BigInt(made.indexOf(of.id))),
      });
      return allOf(
        (honest) => ({
          CreateContainer: async (request, call) => {
            const answer = await honest.CreateContainer(request, call);
            made.push(answer.container_id);
            return answer;
          },
        }),
        inStatuses(older),
        inLists(older),
      )(truth, tell);
    },
    scenario: 'containers.call-by-call',
    breaks: ['container.status.later-attempt-later'],
    expected: /^created_at after /,
    actual: /^\d{19} \(\d{4}-/,
    proof: ['ContainerStatus or ListContainers', 'ContainerStatus or ListContainers'],
  },
];

const ofExits: readonly Lie[] = [
  {
    name: 'no exit has a reason',
    tell: inStatuses((status) => (isOver(status) ? { ...status, reason: undefined } : undefined)),
    scenario: 'jobs.exit-codes',
    breaks: ['container.status.reason-fits', 'container.status.exit-explained'],
    expected: /^a reason that fits exit code \d+/,
    actual: /^""$/,
    proof: ['ContainerStatus'],
  },
  {
    name: 'every container is gone, and says junk',
    tell: inStatuses(whenOver(() => ({ reason: 'Gone', message: 'junk' }))),
    scenario: 'jobs.exit-codes',
    breaks: ['container.status.exit-explained'],
    expected: /^(Completed or OOMKilled|Error or OOMKilled or )/,
    actual: /^"Gone"$/,
    proof: ['ContainerStatus'],
  },
  {
    name: 'programs that ended well explain themselves',
    tell: inStatuses(whenOver(({ exit_code: code = 0 }) => (code === 0 ? { message: 'junk' } : {}))),
    scenario: 'jobs.exit-codes',
    breaks: ['container.status.exit-explained'],
    expected: /^no message$/,
    actual: /^"junk"$/,
    proof: ['ContainerStatus'],
  },
  {
    name: 'every program that failed lacked memory',
    tell: inStatuses(whenOver(({ exit_code: code = 0 }) => (code === 0 ? {} : { reason: 'OOMKilled' }))),
    scenario: 'jobs.exit-codes',
    breaks: ['container.status.reason-fits'],
    expected: /^a reason that fits exit code 7, the own end of its program$/,
    actual: /^"OOMKilled"$/,
    proof: ['ContainerStatus'],
  },
  {
    name: 'a program that lacked memory only failed',
    tell: inStatuses((status) =>
      status.reason === 'OOMKilled' ? { ...status, reason: 'Error', exit_code: 1 } : undefined,
    ),
    scenario: 'resources.out-of-memory',
    breaks: ['container.status.oom-told'],
    expected: /^exit_code 137, reason OOMKilled$/,
    actual: /^exit_code 1, reason Error$/,
    proof: ['CreateContainer', 'ContainerStatus'],
  },
  {
    name: 'the message of an exit changes',
    tell: (truth, tell) => {
      let reads = 0;
      return lyingAbout('ContainerStatus', async (_, honest) => {
        const { status, ...answer } = await honest();
        if (status?.exit_code !== 7 || reads++ === 0) return undefined;
        return { ...answer, status: { ...status, message: `read ${reads} times` } };
      })(truth, tell);
    },
    scenario: 'jobs.exit-codes',
    breaks: ['container.status.exit-final'],
    expected: /^message none$/,
    actual: /^message "read 2 times"$/,
    proof: ['ContainerStatus', 'ContainerStatus'],
  },
  {
    name: 'containers ended when they started',
    tell: inStatuses(whenOver(({ started_at: at }) => ({ finished_at: at }))),
    scenario: 'stop.long-grace',
    breaks: ['container.status.finished-at-fits', 'container.stop.grace-kept'],
    expected: /^a time after (?:ContainerStatus|ListContainers) began, /,
    actual: /^\d{19} \(\d{4}-/,
    proof: ['ContainerStatus or ListContainers', 'ContainerStatus'],
  },
  {
    name: 'containers end in ten minutes',
    tell: inStatuses(
      whenOver(({ finished_at: at = '0' }) => ({ finished_at: String(BigInt(at) + tenMinutesNs) })),
    ),
    scenario: 'jobs.exit-codes',
    breaks: ['container.status.finished-at-fits'],
    expected: /^a time before the answer, /,
    actual: /^\d{19} \(\d{4}-/,
    proof: ['ContainerStatus'],
  },
  {
    name: 'nobody knows when a container that has ended began',
    tell: inStatuses((status) => (isOver(status) ? { ...status, started_at: '0' } : undefined)),
    scenario: 'pod.happy-path',
    breaks: ['container.status.times-present', 'container.status.times-immutable'],
    expected: /^started_at and finished_at above 0 in CONTAINER_EXITED$/,
    actual: /^started_at 0, finished_at \d{19}, exit_code 143$/,
    proof: ['ContainerStatus'],
  },
  {
    name: 'the end of a container is noticed half a minute late',
    tell: (truth, tell) => {
      const seenAt = new Map<string, number>();
      const hides = ({
        id = '',
        state,
      }: {
        readonly id?: string | undefined;
        readonly state?: string | undefined;
      }): boolean => {
        if (state !== 'CONTAINER_EXITED') return false;
        if (!seenAt.has(id)) seenAt.set(id, Date.now());
        return Date.now() - (seenAt.get(id) ?? 0) < 30_000;
      };
      return allOf(
        inStatuses((status) => (hides(status) ? stillRunning(status) : undefined)),
        inLists((item) => (hides(item) ? { ...item, state: 'CONTAINER_RUNNING' } : undefined)),
      )(truth, tell);
    },
    scenario: 'containers.fast-exits',
    breaks: ['container.status.exit-noticed'],
    // Undecided, if the end is not waited for that long.
    mayBreak: [
      'container.status.exit-code-true',
      'container.status.exit-explained',
      'container.status.reason-fits',
    ],
    expected: /^EXITED within \d+ ms of the end of its program$/,
    actual: /^CONTAINER_RUNNING \d+ ms after it$/,
    proof: ['StartContainer', 'ListContainers or ContainerStatus'],
  },
];

const ofSandboxes: readonly Lie[] = [
  {
    name: 'the status of a sandbox is that of another',
    tell: (truth, tell) => {
      const known = new Map<string, number>();
      return inSandboxStatuses((status) => {
        // Of a sandbox that nobody can identify nothing more is asked.
        const reads = (known.get(status.id ?? '') ?? 0) + 1;
        known.set(status.id ?? '', reads);
        return reads % 3 === 0 ? { ...status, id: 'f'.repeat(64) } : undefined;
      })(truth, tell);
    },
    scenario: 'pod.happy-path',
    breaks: ['sandbox.status.own-id'],
    expected: /^the status of [0-9a-f]{64}$/,
    actual: /^id "f{64}"$/,
    proof: ['PodSandboxStatus'],
  },
  {
    name: 'every sandbox shares the processes of its node',
    tell: inSandboxStatuses((status) => ({
      ...status,
      linux: { namespaces: { options: { ...status.linux?.namespaces?.options, pid: 'NODE', ipc: 'NODE' } } },
    })),
    scenario: 'pod.happy-path',
    breaks: ['sandbox.status.namespaces-as-asked'],
    expected: /^pid "CONTAINER", ipc "POD"$/,
    actual: /^pid "NODE", ipc "NODE"$/,
    proof: ['RunPodSandbox', 'PodSandboxStatus'],
  },
  {
    name: 'every sandbox has a handler that nobody asked for',
    tell: allOf(
      inSandboxStatuses((status) => ({ ...status, runtime_handler: 'junk' })),
      inSandboxLists((item) => ({ ...item, runtime_handler: 'junk' })),
    ),
    scenario: 'pod.happy-path',
    breaks: ['sandbox.status.handler-as-asked'],
    expected: /^runtime_handler ""$/,
    actual: /^"junk" in (PodSandboxStatus|ListPodSandbox)$/,
    proof: ['RunPodSandbox', 'PodSandboxStatus'],
  },
  {
    name: 'a status of a sandbox has a time and no containers',
    tell: lyingAbout('PodSandboxStatus', async (_, honest) => ({
      ...(await honest()),
      containers_statuses: undefined,
    })),
    scenario: 'pod.complete-requests',
    breaks: ['sandbox.status.containers-agree'],
    expected: /^main \([0-9a-f]{64}\) in containers_statuses$/,
    actual: /^0 others$/,
    proof: ['CreateContainer', 'PodSandboxStatus'],
  },
  {
    name: 'the status of a sandbox was made in 1970',
    tell: lyingAbout('PodSandboxStatus', async (_, honest) => ({ ...(await honest()), timestamp: '1' })),
    scenario: 'pod.happy-path',
    breaks: ['sandbox.status.containers-agree'],
    expected: /^timestamp from /,
    actual: /^1 \(1970-/,
    proof: ['PodSandboxStatus'],
  },
  {
    name: 'lists of sandboxes know other annotations',
    tell: inSandboxLists((item) => ({ ...item, annotations: { ...item.annotations, more: 'of them' } })),
    scenario: 'pod.happy-path',
    breaks: ['sandbox.list.agrees-with-status'],
    expected: /^annotations .* as in the status$/,
    actual: /more: "of them"/,
    proof: ['PodSandboxStatus', 'ListPodSandbox'],
  },
  {
    name: 'two sandboxes have the same address',
    tell: inSandboxStatuses((status) => ({ ...status, network: { ip: '10.1.2.3' } })),
    scenario: 'containers.duplicate-names',
    breaks: ['sandbox.network.ip-not-shared'],
    expected: /^another address for sandbox [0-9a-f]{64}$/,
    actual: /^10\.1\.2\.3, as sandbox [0-9a-f]{64}$/,
    proof: ['RunPodSandbox', 'PodSandboxStatus', 'RunPodSandbox', 'PodSandboxStatus'],
  },
  {
    name: 'a sandbox with running containers cannot be removed',
    tell: (truth, tell) => {
      const stopped = new Set<string | undefined>();
      return allOf(
        (honest) => ({
          StopPodSandbox: (request, call) => {
            stopped.add(request.pod_sandbox_id);
            return honest.StopPodSandbox(request, call);
          },
        }),
        lyingAbout('RemovePodSandbox', ({ pod_sandbox_id: id }) => {
          if (!stopped.has(id)) throw new CriRefusal('FAILED_PRECONDITION', 'containers run in it');
          return undefined;
        }),
      )(truth, tell);
    },
    scenario: 'sandbox.second-attempt',
    breaks: ['sandbox.remove.forces-containers'],
    expected: /^RemovePodSandbox of a sandbox that nobody stopped: OK$/,
    actual: /^FAILED_PRECONDITION: containers run in it$/,
    proof: ['RemovePodSandbox'],
  },
  {
    name: 'a successor is older than its predecessor',
    tell: inSandboxStatuses((status) => ({
      ...status,
      ...((status.metadata?.attempt ?? 0) > 0 && { created_at: '1' }),
    })),
    scenario: 'sandbox.second-attempt',
    breaks: ['sandbox.status.later-attempt-later', 'sandbox.list.agrees-with-status'],
    expected: /^created_at after /,
    actual: /^1 \(1970-/,
    proof: ['PodSandboxStatus', 'PodSandboxStatus'],
  },
  {
    name: 'in lists a stopped sandbox is ready again',
    tell: inSandboxLists(({ state, ...item }) => (state === 'SANDBOX_NOTREADY' ? item : undefined)),
    scenario: 'sandbox.stopped-while-running',
    breaks: ['sandbox.status.state-forward', 'sandbox.stop.not-ready-and-listed'],
    expected: /^SANDBOX_NOTREADY, as an earlier PodSandboxStatus said$/,
    actual: /^SANDBOX_READY in a later ListPodSandbox$/,
    proof: ['PodSandboxStatus', 'ListPodSandbox'],
  },
  {
    name: 'a sandbox has no annotations',
    tell: allOf(
      inSandboxStatuses((status) => ({ ...status, annotations: {} })),
      inSandboxLists((item) => ({ ...item, annotations: {} })),
    ),
    scenario: 'pod.happy-path',
    breaks: ['sandbox.status.annotations-unchanged'],
    expected: /example\.test\/note/,
    actual: /=null/,
    proof: ['RunPodSandbox', 'PodSandboxStatus'],
  },
];

export const objectLies: readonly Lie[] = [...ofContainers, ...ofExits, ...ofSandboxes];
