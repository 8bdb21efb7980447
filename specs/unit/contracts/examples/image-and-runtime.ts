// SPDX-License-Identifier: Apache-2.0
import type { ResponseOf } from '#cri/methods.js';
import type { Story } from '../../../support/evidence-literal.js';
import type { Examples } from './example.js';

const present = {
  image: { id: 'sha256:1', size: '42', repo_tags: ['reg/own:1'], repo_digests: ['reg/own@sha256:9'] },
};
const spec = { image: { image: 'reg/own:1' } };
const pulled = (s: Story): Story => s.call('PullImage', spec, { ok: { image_ref: 'sha256:1' } });
const removed = (s: Story): Story => s.call('RemoveImage', spec, { ok: {} });
const broken = { image: { image: 'reg/faults/404/box:1' } };
// As the header says.
const version = {
  version: '0.1.0',
  runtime_name: 'criprobe-reference',
  runtime_version: '0.1.0',
  runtime_api_version: 'v1',
};
const conditions = [
  { type: 'RuntimeReady', status: true },
  { type: 'NetworkReady', status: true },
];

const versioned = (s: Story, ok: ResponseOf<'Version'>): Story => s.call('Version', {}, { ok });
const statused = (s: Story, ok: ResponseOf<'Status'>): Story => s.call('Status', {}, { ok });

export const imageAndRuntimeExamples: Examples = {
  'image.fs-info.usable': {
    held: (s) =>
      s.call(
        'ImageFsInfo',
        {},
        {
          ok: { image_filesystems: [{ timestamp: s.ns(), fs_id: { mountpoint: '/var' }, used_bytes: {} }] },
        },
      ),
    violated: (s) =>
      s.call(
        'ImageFsInfo',
        {},
        { ok: { image_filesystems: [{ timestamp: s.ns(), fs_id: { mountpoint: '/var' } }] } },
      ),
  },
  'image.list.complete': {
    held: (s) => s.image('reg/own:1', present).call('ListImages', {}, { ok: { images: [{ id: '1' }] } }),
    violated: (s) => s.image('reg/own:1', present).call('ListImages', {}, { ok: { images: [{ id: '2' }] } }),
  },
  'image.lookup.same-id': {
    held: (s) => s.image('reg/own:1', present).image('sha256:1', present),
    violated: (s) => s.image('reg/own:1', present).image('reg/own@sha256:9', {}),
  },
  'image.pull.broken-refused': {
    held: (s) => s.call('PullImage', broken, { refused: 'NOT_FOUND' }),
    violated: (s) => s.call('PullImage', broken, { ok: { image_ref: 'sha256:1' } }),
  },
  'image.pull.failed-leaves-nothing': {
    held: (s) => s.call('PullImage', broken, { refused: 'UNKNOWN' }).image('reg/faults/404/box:1', {}),
    violated: (s) =>
      s.call('PullImage', broken, { refused: 'UNKNOWN' }).image('reg/faults/404/box:1', present),
  },
  'image.pull.present-at-once': {
    held: (s) => pulled(s).image('reg/own:1', present),
    violated: (s) => pulled(s).image('reg/own:1', {}),
  },
  'image.pull.ref-known': {
    held: (s) =>
      s.call('PullImage', spec, { ok: { image_ref: 'reg/own@sha256:9' } }).image('reg/own:1', present),
    violated: (s) =>
      s.call('PullImage', spec, { ok: { image_ref: 'reg/own:1' } }).image('reg/own:1', present),
  },
  'image.remove.gone': {
    held: (s) => removed(s).image('reg/own:1', {}),
    violated: (s) => removed(s.image('reg/own:1', present)).image('reg/own@sha256:9', present),
  },
  'image.remove.idempotent': {
    held: (s) => removed(removed(s)),
    violated: (s) => removed(s).call('RemoveImage', spec, { refused: 'NOT_FOUND' }),
  },
  'image.status.absent-ok': {
    held: (s) => s.image('reg/own:1', {}),
    violated: (s) => s.call('ImageStatus', spec, { refused: 'NOT_FOUND' }),
  },
  'image.status.id-and-size': {
    held: (s) => s.image('reg/own:1', present),
    violated: (s) => s.image('reg/own:1', { image: { id: 'sha256:1' } }),
  },
  'runtime.config.static': {
    held: (s) =>
      s.call('RuntimeConfig', {}, { ok: { linux: {} } }).call('RuntimeConfig', {}, { ok: { linux: {} } }),
    violated: (s) =>
      s
        .call('RuntimeConfig', {}, { ok: { linux: {} } })
        .call('RuntimeConfig', {}, { ok: { linux: { cgroup_driver: 'CGROUPFS' } } }),
  },
  'runtime.ids.not-of-others': {
    held: (s) => s.sandbox().create().start().stopSandbox(),
    violated: (s) => s.sandbox().stopSandbox('s1', { notSent: 'not-ours' }),
  },
  'runtime.status.conditions': {
    held: (s) => statused(s, { status: { conditions: [...conditions, { type: 'Extra', status: true }] } }),
    violated: (s) => statused(s, { status: { conditions: conditions.slice(0, 1) } }),
  },
  'runtime.status.handlers-unique': {
    held: (s) => statused(s, { runtime_handlers: [{ name: 'runc' }, {}] }),
    violated: (s) => statused(s, { runtime_handlers: [{}, { name: 'runc' }, { name: 'runc' }] }),
  },
  'runtime.status.ready-while-pods-run': {
    held: (s) => statused(s.sandbox(), { status: { conditions } }),
    violated: (s) => statused(s.sandbox(), { status: { conditions: [{ type: 'RuntimeReady' }] } }),
  },
  'runtime.version.constant': {
    held: (s) => versioned(versioned(s, version), version),
    violated: (s) => versioned(versioned(s, version), { ...version, runtime_name: 'y' }),
  },
  'runtime.version.fields': {
    held: (s) => versioned(s, version),
    violated: (s) => versioned(s, { ...version, version: '0.2.0' }),
  },
};
