// SPDX-License-Identifier: Apache-2.0
import { hidden } from '#base/text/secrets.js';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { ContainerEventResponse, Image } from '#cri/proto/generated/messages.js';
import { byNobody } from '../bulk/bulk-lie.js';
import { allOf } from '../in-every-view.js';
import type { Lie } from '../lies.js';
import { lyingAbout } from '../lying-runtime.js';

/** Both views of an image tell the same lie. */
const images = (change: (image: Image) => Image): Lie['tell'] =>
  allOf(
    lyingAbout('ImageStatus', async (_, honest) => {
      const { image, ...answer } = await honest();
      return image === undefined ? undefined : { ...answer, image: change(image) };
    }),
    lyingAbout('ListImages', async (_, honest) => ({ images: ((await honest()).images ?? []).map(change) })),
  );

const ofImages: readonly Lie[] = [
  {
    name: 'the digest that was pulled is not among those of the image',
    tell: images((image) => ({ ...image, repo_digests: image.repo_digests?.slice(1) })),
    scenario: 'images.users',
    breaks: ['image.status.as-served'],
    expected: /^a repo_digest of /,
    actual: /^none$/,
    proof: ['ImageStatus'],
  },
  {
    name: 'an image without a tag is called <none>',
    tell: images((image) =>
      (image.repo_tags ?? []).length === 0 ? { ...image, repo_tags: ['<none>:<none>'] } : image,
    ),
    scenario: 'images.names',
    breaks: ['image.status.as-served', 'runtime.ids.not-of-others'],
    // No name is left by which to remove it.
    mayBreak: ['image.remove.succeeds'],
    expected: /^names among /,
    actual: /^<none>:<none>$/,
    proof: ['ImageStatus'],
  },
];

const ofRemovals: readonly Lie[] = [
  {
    name: 'an image is in use by a container that is gone',
    tell: lyingAbout('RemoveImage', ({ image }) => {
      if (image?.image?.includes('after-use') !== true) return undefined;
      throw new CriRefusal('UNKNOWN', 'image is in use by a container');
    }),
    scenario: 'images.removed-after-use',
    breaks: ['image.remove.succeeds'],
    expected: /OK$/,
    actual: /^UNKNOWN: image is in use by a container$/,
    proof: ['RemoveImage'],
  },
  {
    name: 'a file that a later layer deletes is there',
    tell: lyingAbout('ExecSync', ({ cmd = [] }) =>
      cmd.some((statement) => statement.startsWith('if-file /layers/removed'))
        ? { stdout: Buffer.from('removed\n').toString('base64') }
        : undefined,
    ),
    scenario: 'images.layers',
    breaks: ['image.layers.applied'],
    expected: /^\/layers\/removed: deleted$/,
    actual: /^removed$/,
    proof: ['CreateContainer', 'ExecSync'],
  },
  {
    name: 'a pull that fails tells the password',
    tell: (truth, tell) => ({
      PullImage: async (request, call) =>
        truth.PullImage(request, call).catch((reason: unknown) => {
          const { auth } = request;
          if (auth === undefined) throw reason;
          tell({ rpc: 'PullImage', request: { ...request, auth: { ...auth, password: hidden } } });
          throw new CriRefusal('UNKNOWN', `${String(reason)}?password=${auth.password ?? ''}`);
        }),
    }),
    scenario: 'images.denied',
    breaks: ['image.pull.keeps-secrets'],
    expected: /^a message without the password$/,
    actual: /^the password of the request in UNKNOWN/,
    proof: ['PullImage'],
  },
];

/** What these commands are answered. */
function execOf(statement: string, answer: Parameters<typeof lyingAbout<'ExecSync'>>[1]): Lie['tell'] {
  return lyingAbout('ExecSync', (request, honest) =>
    request.cmd?.some((each) => each.startsWith(statement)) === true ? answer(request, honest) : undefined,
  );
}

const ofCommands: readonly Lie[] = [
  {
    name: 'a timeout is an error like any other',
    tell: execOf('sleep 60s', async (_, honest) => {
      await honest().catch(() => {
        throw new CriRefusal('UNKNOWN', 'command error: exit code -1');
      });
      return undefined;
    }),
    scenario: 'exec.commands',
    breaks: ['exec.sync.timeout-recognisable'],
    expected: /./,
    actual: /^UNKNOWN: command error/,
    proof: ['ExecSync'],
  },
  {
    name: 'every second command fails',
    tell: (truth, tell) => {
      let asked = 0;
      return lyingAbout('ExecSync', () => {
        asked += 1;
        if (asked % 2 === 0) throw new CriRefusal('UNKNOWN', 'EOF: exit code -1');
        return undefined;
      })(truth, tell);
    },
    scenario: 'exec.commands',
    breaks: ['exec.sync.exit-code'],
    mayBreak: ['exec.sync.timeout-recognisable'],
    expected: /./,
    actual: /^UNKNOWN: EOF/,
    proof: ['ExecSync'],
  },
  {
    name: 'a timeout ends the whole container',
    tell: (truth, tell) => ({
      ExecSync: async (request, call) => {
        tell({ rpc: 'ExecSync', request });
        return truth.ExecSync(request, call).catch(async (refusal: unknown) => {
          await truth.StopContainer({ container_id: request.container_id, timeout: '0' }, byNobody);
          throw refusal;
        });
      },
    }),
    scenario: 'exec.left-behind',
    breaks: ['exec.sync.timeout-kills'],
    expected: /^\/left-behind missing: /,
    // No command is executed there any more.
    actual: /^$/,
    proof: ['ExecSync', 'ExecSync'],
  },
  {
    name: 'a container that has ended takes commands',
    tell: lyingAbout('ExecSync', async (_, honest) =>
      honest().then(
        () => undefined,
        () => ({ exit_code: 0 }),
      ),
    ),
    scenario: 'exec.in-grace',
    breaks: ['exec.sync.not-running-refused'],
    expected: /^refused/,
    actual: /^OK/,
    proof: ['ExecSync'],
  },
];

/** Statistics of pods, once a container of one has ended. */
function failingAfterAnExit(code: 'UNKNOWN' | 'UNAVAILABLE', message: string): Lie['tell'] {
  return (truth, tell) => {
    let isLate = false;
    return allOf(
      (honest) => ({
        ContainerStatus: async (request, call) => {
          const answer = await honest.ContainerStatus(request, call);
          isLate ||= answer.status?.state === 'CONTAINER_EXITED';
          return answer;
        },
      }),
      lyingAbout('ListPodSandboxStats', () => {
        if (isLate) throw new CriRefusal(code, message);
        return undefined;
      }),
    )(truth, tell);
  };
}

const ofStatistics: readonly Lie[] = [
  {
    name: 'statistics of pods fail while containers come and go',
    tell: failingAfterAnExit('UNKNOWN', 'ttrpc: closed'),
    scenario: 'stats.after-exit',
    breaks: ['stats.sandbox.succeeds'],
    expected: /^ListPodSandboxStats: OK$/,
    actual: /^UNKNOWN: ttrpc: closed$/,
    proof: ['ListPodSandboxStats'],
  },
  {
    name: 'statistics of a pod whose container ended bring the daemon down',
    tell: failingAfterAnExit('UNAVAILABLE', 'error reading from server: EOF'),
    scenario: 'stats.after-exit',
    breaks: ['stats.sandbox.succeeds'],
    expected: /^ListPodSandboxStats: OK$/,
    actual: /^UNAVAILABLE: error reading/,
    proof: ['ListPodSandboxStats'],
  },
  {
    name: 'labels in a filter of statistics mean nothing',
    tell: lyingAbout('ListContainerStats', ({ filter }, honest) => {
      const { label_selector: labels, ...rest } = filter ?? {};
      return labels === undefined ? undefined : honest({ filter: rest });
    }),
    scenario: 'stats.under-load',
    breaks: ['stats.list.of-sandbox'],
    expected: /nothing that is gone or that the filter does not select$/,
    actual: /[0-9a-f]{64}/,
    proof: ['ListContainerStats'],
  },
];

function events(falsify: (event: ContainerEventResponse) => ContainerEventResponse): Lie['tell'] {
  return (truth, tell) => ({
    async *GetContainerEvents(request, call) {
      for await (const event of truth.GetContainerEvents(request, call)) {
        tell({ rpc: 'GetContainerEvents', request });
        yield falsify(event);
      }
    },
  });
}

const ofEvents: readonly Lie[] = [
  {
    name: 'events of a new sandbox come before there is a status of it',
    tell: events((event) => {
      const isNew = /CREATED|STARTED/.test(event.container_event_type ?? 'CREATED');
      const isSandbox = event.container_id === event.pod_sandbox_status?.id;
      return isNew && isSandbox ? { ...event, pod_sandbox_status: undefined } : event;
    }),
    scenario: 'events.watch',
    breaks: ['events.payload.sandbox-metadata', 'events.payload.times'],
    expected: /./,
    actual: /./,
    proof: ['RunPodSandbox', 'GetContainerEvents'],
  },
];

export const serviceBugLies: readonly Lie[] = [
  ...ofImages,
  ...ofRemovals,
  ...ofCommands,
  ...ofStatistics,
  ...ofEvents,
];
