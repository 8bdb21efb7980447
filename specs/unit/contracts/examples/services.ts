// SPDX-License-Identifier: Apache-2.0
import type { Image } from '#cri/proto/generated/messages.js';
import type { ResponseOf } from '#cri/methods.js';
import type { Story } from '../../../support/evidence-literal.js';
import { meanwhile, type Examples } from './example.js';

const b64 = (text: string): string => Buffer.from(text).toString('base64');
const name = 'reg/own/box:1';
const digest = 'reg/own/box@sha256:9';
const spec = { image: { image: name } };

const present: Image = {
  id: 'sha256:1',
  size: '4096',
  repo_tags: [name],
  repo_digests: [digest],
  uid: { value: '7' },
};

/** What our registry serves. */
const served = (s: Story): Story =>
  s.observe('registry-image', {
    reference: name,
    id: 'sha256:1',
    digests: ['sha256:9', 'sha256:8'],
    tags: [name, 'reg/own/box:2'],
    bytes: 5000,
    user: '7:8',
  });

const read = (s: Story, image: Image = present): Story => s.image(name, { image });
const list = (s: Story, ...images: readonly Image[]): Story => s.call('ListImages', {}, { ok: { images } });
const pull = (s: Story): Story => s.call('PullImage', spec, { ok: { image_ref: 'sha256:1' } });
const remove = (s: Story): Story => s.call('RemoveImage', spec, { ok: {} });
const noAnswer = { unanswered: true } as const;
const unknown = { refused: 'UNKNOWN' } as const;
const two = { ...present, repo_tags: [name, 'reg/own/box:2'] };
const denied = { image: { image: 'reg/faults/401/box:1' } };
const withPassword = { ...spec, auth: { username: 'box', password: 'let-me-in' } };
const stalled = { image: { image: 'reg/faults/hangx1/box:1' } };

const usage = (s: Story, bytes: string): Story =>
  s.call(
    'ImageFsInfo',
    {},
    { ok: { image_filesystems: [{ timestamp: s.ns(), used_bytes: { value: bytes } }] } },
  );

const follows = (s: Story, ...bytes: readonly [string, string]): Story => {
  usage(s, bytes[0]);
  pull(s);
  pull(s);
  s.atMs += 20_000;
  return usage(s, bytes[1]);
};

const inUse = (s: Story): Story =>
  remove(
    s
      .running({ image: { image: name, user_specified_image: name } })
      .isUp()
      .status(),
  );

const statused = (s: Story, ok: ResponseOf<'Status'>): Story => s.call('Status', {}, { ok });
const network = (status: boolean): ResponseOf<'Status'> => ({
  status: { conditions: [{ type: 'NetworkReady', status }] },
});
const features = (user_namespaces: boolean): ResponseOf<'Status'> => ({
  runtime_handlers: [{ features: { user_namespaces } }],
});
const version = { runtime_version: 'v1.7.2~ds1', runtime_api_version: 'v1' };

const url = 'http://127.0.0.1:4000/exec/one';
const exec = (s: Story, to: string, id = 'c1'): Story =>
  s.call('Exec', { container_id: id, cmd: ['/box', 'print a'], stdout: true }, { ok: { url: to } });
const listens = (s: Story, result: string, of = url): Story =>
  s.observe('connection', { url: of, result, reason: result === 'connected' ? '' : 'refused' });

const location = '/scratch/checkpoint.tar';
const checkpoint = (s: Story): Story =>
  s.running().call('CheckpointContainer', { container_id: 'c1', location }, { ok: {} });

const leaves = ['/box', 'background 60s late', 'print now'];
const late = (s: Story): Story =>
  s.running().exec(['/box', 'sleep 9s', 'put /late x'], { refused: 'DEADLINE_EXCEEDED' }, { timeout: '1' });
const looked = (s: Story, text: string): Story => {
  s.atMs += 20_000;
  return s.exec(['/box', 'stat /late'], { ok: { stdout: b64(text) } }).status();
};

const shows = ['show env A', 'show cwd'];
/** A runtime may write a line in several records. */
const shownInLog = ['F A=1', 'P /', 'F etc', 'F ready'].map(
  (record) => `2023-11-14T22:13:20Z stdout ${record}\n`,
);
const mirrored = (s: Story, shown: string): Story =>
  s
    .running({ command: ['/box', ...shows, 'print ready', 'wait'] })
    .log(shownInLog.join(''))
    .exec(['/box', ...shows], { ok: { stdout: b64(shown) } });

const graceful = (s: Story): Story => {
  s.running({ command: ['/box', 'on TERM ignore', 'print ready', 'wait'] }).isUp();
  s.stop({ ok: {} }, '30', 30_000);
  s.atMs -= 29_000;
  return s;
};

export const servicesExamples: Examples = {
  'checkpoint.container.archive-written': {
    held: (s) => checkpoint(s).observe('file', { path: location, exists: true, kind: 'file', bytes: 9 }),
    violated: (s) => checkpoint(s).observe('file', { path: location, exists: false, bytes: 0 }),
  },
  'checkpoint.container.goes-on': {
    held: (s) => checkpoint(s).status(),
    violated: (s) => checkpoint(s).exited(0),
  },
  'exec.sync.background-bounded': {
    held: (s) =>
      s.running().exec(leaves, { refused: 'DEADLINE_EXCEEDED' }, { timeout: '5', lastsMs: 5_100 }).status(),
    violated: (s) => s.running().exec(leaves, { ok: {} }, { timeout: '5', lastsMs: 60_000 }).status(),
  },
  'exec.sync.background-not-awaited': {
    held: (s) =>
      s
        .running()
        .exec(leaves, { ok: { stdout: b64('now\n') } }, { timeout: '5' })
        .status(),
    violated: (s) => s.running().exec(leaves, { refused: 'DEADLINE_EXCEEDED' }, { timeout: '5' }).status(),
  },
  'exec.sync.same-surroundings': {
    held: (s) => mirrored(s, 'A=1\n/etc\n'),
    violated: (s) => mirrored(s, 'A=1\n/\n'),
  },
  'exec.sync.timeout-kills': {
    held: (s) => looked(late(s), '/late missing\n'),
    violated: (s) => looked(late(s), '/late file 0644 0 0 2\n'),
  },
  'exec.sync.works-in-grace': {
    held: (s) => graceful(s).exec(['/box', 'exit 4'], { ok: { exit_code: 4 } }),
    violated: (s) => graceful(s).exec(['/box', 'exit 4'], unknown),
  },
  'image.fs-info.follows': {
    held: (s) => follows(s, '100', '200'),
    violated: (s) => follows(s, '100', '100'),
  },
  'image.list.agrees-with-status': {
    held: (s) => read(list(read(s), present)),
    violated: (s) => read(list(read(s), { ...present, repo_tags: ['junk:1'] })),
  },
  'image.list.filter-finds': {
    held: (s) => read(s).call('ListImages', { filter: spec }, { ok: { images: [present] } }),
    violated: (s) => read(s).call('ListImages', { filter: spec }, { ok: { images: [] } }),
  },
  'image.list.sandbox-image-pinned': {
    held: (s) => list(s, { id: 'sha256:2', repo_tags: ['reg/pause:1'], pinned: true }),
    violated: (s) => list(s, { id: 'sha256:2', repo_tags: ['reg/pause:1'] }),
  },
  'image.pull.again-after-cancel': {
    held: (s) => s.call('PullImage', stalled, noAnswer).call('PullImage', stalled, { ok: {} }),
    violated: (s) => s.call('PullImage', stalled, noAnswer).call('PullImage', stalled, unknown),
  },
  'image.pull.failed-keeps-old': {
    held: (s) => read(read(s).call('PullImage', spec, unknown)),
    violated: (s) => read(s).call('PullImage', spec, unknown).image(name, {}),
  },
  'image.pull.asks-registry': {
    held: (s) => pull(s).observe('registry-requests', { reference: name, manifests: 1 }),
    violated: (s) => pull(s).observe('registry-requests', { reference: name, manifests: 0 }),
  },
  'image.pull.holds-up-no-read': {
    held: (s) =>
      meanwhile(s.lasting(3000).call('PullImage', stalled, noAnswer), 2990).call(
        'ListImages',
        {},
        { ok: {} },
      ),
    violated: (s) =>
      meanwhile(s.lasting(3000).call('PullImage', stalled, noAnswer), 2990)
        .lasting(2991)
        .call('ListImages', {}, { ok: {} }),
  },
  'image.pull.keeps-secrets': {
    held: (s) => s.call('PullImage', withPassword, { refused: 'UNKNOWN', message: 'not authorized' }),
    violated: (s) =>
      s.call('PullImage', withPassword, {
        refused: 'UNKNOWN',
        message: 'GET /box:1?password=let-me-in: 401',
      }),
  },
  'image.pull.refused-promptly': {
    held: (s) => s.call('PullImage', denied, unknown),
    violated: (s) => s.lasting(60_000).call('PullImage', denied, unknown),
  },
  'image.remove.all-names': {
    held: (s) => remove(read(s, two)).image('reg/own/box:2', {}),
    violated: (s) => remove(read(s, two)).image('reg/own/box:2', { image: two }),
  },
  'image.remove.in-use-harmless': {
    held: (s) => inUse(s).status(),
    violated: (s) => inUse(s).call('ContainerStatus', { container_id: 'c1' }, unknown).status(),
  },
  'image.remove.succeeds': {
    held: (s) => remove(s),
    violated: (s) => s.call('RemoveImage', spec, unknown),
  },
  'image.status.as-served': {
    held: (s) => read(served(s)),
    violated: (s) => read(served(s), { ...present, uid: { value: '77' } }),
  },
  'runtime.config.update-accepted': {
    held: (s) => s.call('UpdateRuntimeConfig', {}, { ok: {} }),
    violated: (s) => s.call('UpdateRuntimeConfig', {}, unknown),
  },
  'runtime.methods.all-or-none': {
    held: (s) => s.call('PodSandboxStats', {}, { ok: {} }).call('ListPodSandboxStats', {}, { ok: {} }),
    violated: (s) =>
      s.call('PodSandboxStats', {}, { ok: {} }).call('ListPodSandboxStats', {}, { refused: 'UNIMPLEMENTED' }),
  },
  'runtime.status.constant': {
    held: (s) => statused(statused(s, features(true)), features(true)),
    violated: (s) => statused(statused(s, features(true)), features(false)),
  },
  'runtime.status.network-ready': {
    held: (s) => statused(s.sandbox().sandboxStatus(), network(true)),
    violated: (s) => statused(s.sandbox().sandboxStatus(), network(false)),
  },
  'runtime.version.semver': {
    held: (s) => s.call('Version', {}, { ok: version }),
    violated: (s) => s.call('Version', {}, { ok: { ...version, runtime_version: 'banana' } }),
  },
  'streaming.url.not-running-refused': {
    held: (s) => s.call('Exec', { container_id: 'criprobe-unknown-container' }, { refused: 'NOT_FOUND' }),
    violated: (s) => exec(s, url, 'criprobe-unknown-container'),
  },
  'streaming.url.succeeds': {
    held: (s) => exec(s.running(), url).status(),
    violated: (s) => s.running().call('Exec', { container_id: 'c1', stdout: true }, unknown).status(),
  },
  'streaming.url.unique': {
    held: (s) => exec(exec(s.running(), url), `${url}2`),
    violated: (s) => exec(exec(s.running(), url), url),
  },
  'streaming.url.usable': {
    held: (s) => listens(exec(s.running(), url), 'connected'),
    violated: (s) => exec(s.running(), '//127.0.0.1:4000/exec/one'),
  },
};
