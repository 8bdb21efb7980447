// SPDX-License-Identifier: Apache-2.0
import type { Container, ContainerStatus, PodSandbox } from '#cri/proto/generated/messages.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { LyingAfter } from '../lying-daemon.js';
import { afterwards, type RestartLie } from '../restart/restart-lie.js';

type Tell = (lying: LyingAfter) => CriHandlers;

const status = (change: (status: ContainerStatus) => ContainerStatus): Tell =>
  afterwards('ContainerStatus', ({ status = {}, ...answer }) => ({
    ...answer,
    status: { ...status, ...change(status) },
  }));

const listed = (change: Container): Tell =>
  afterwards('ListContainers', ({ containers = [] }) => ({
    containers: containers.map((item) => ({ ...item, ...change })),
  }));

const listedSandboxes = (change: PodSandbox): Tell =>
  afterwards('ListPodSandbox', ({ items = [] }) => ({
    items: items.map((item) => ({ ...item, ...change })),
  }));

const scenario = 'upgrade.while-idle';

/** What a version says of objects that the other one made: less, or something else. */
export const newerLies: readonly RestartLie[] = [
  {
    name: 'the new version does not know what the old one kept as annotations',
    tell: status(() => ({ annotations: {} })),
    scenario,
    breaks: ['upgrade.container.unchanged', 'container.status.annotations-unchanged'],
    expected: /^as before: annotations \{/,
    actual: /^annotations none$/,
  },
  {
    name: 'the new version takes every old container for one of another user',
    tell: status(() => ({ user: { linux: { uid: '4711', gid: '4711' } } })),
    scenario,
    breaks: ['upgrade.container.unchanged', 'container.status.user-as-asked'],
    expected: /^as before: user \{/,
    actual: /^user \{linux: \{gid: "4711", uid: "4711"\}\}$/,
  },
  {
    name: 'the new version gives old containers the ids of other images',
    tell: status(() => ({ image_id: `sha256:${'f'.repeat(64)}` })),
    scenario,
    breaks: [
      'upgrade.container.image-kept',
      'container.list.agrees-with-status',
      'container.status.image-id',
      'container.status.image-stable',
      'container.status.image-true',
    ],
    expected: /^as before: image_id "sha256:/,
    actual: /^image_id "sha256:f{64}"$/,
  },
  {
    name: 'the new version has another name, and so has every container',
    tell: afterwards('Version', (answer) => ({ ...answer, runtime_name: 'renamed' })),
    scenario,
    breaks: ['upgrade.runtime.config-same'],
    expected: /^Version as before: \{.*runtime_name: "/,
    actual: /runtime_name: "renamed"/,
  },
  {
    name: 'the new version lacks a runtime handler of the old one',
    tell: afterwards('Status', ({ runtime_handlers: handlers = [], ...answer }) => ({
      ...answer,
      runtime_handlers: handlers.filter(({ name }) => name !== 'reference'),
    })),
    scenario,
    breaks: ['upgrade.runtime.config-same'],
    expected: /^Status as before: .*name: "reference"/,
    actual: /runtime_handlers: /,
  },
  {
    name: 'the new version lists old containers without their labels',
    tell: listed({ labels: {} }),
    scenario,
    breaks: ['container.status.labels-unchanged'],
    expected: /^\{"io\.kubernetes\.pod\.name"/,
    actual: /^io\.kubernetes\.pod\.name=null, /,
  },
  {
    name: 'the new version lists old sandboxes without their labels',
    tell: listedSandboxes({ labels: {} }),
    scenario,
    breaks: [
      'sandbox.list.agrees-with-status',
      'sandbox.list.filters-and',
      'sandbox.status.labels-unchanged',
    ],
    expected: /^labels \{/,
    actual: /^labels none$/,
  },
];
