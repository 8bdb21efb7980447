// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { ResponseOf, UnaryMethod } from '#cri/methods.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { ScenarioId } from '#scenarios/all.generated.js';
import type { LyingAfter } from '../lying-daemon.js';
import { lyingAbout } from '../lying-runtime.js';
import { afterwards } from '../restart/restart-lie.js';

/** What a newer version may say: no contract may flag it. */
export interface UpgradeDecoy {
  readonly name: string;
  readonly tell: (lying: LyingAfter) => CriHandlers;
  readonly scenario: ScenarioId;
}

type Tell = UpgradeDecoy['tell'];

/** What the old version says, until the other one comes. */
const before =
  <M extends UnaryMethod>(rpc: M, change: (answer: ResponseOf<M>) => ResponseOf<M>): Tell =>
  ({ truth, tell, returns }) =>
    lyingAbout(rpc, async (_, honest) => (returns() === 0 ? change(await honest()) : undefined))(truth, tell);

const together =
  (...ways: readonly Tell[]): Tell =>
  (lying) =>
    Object.assign({}, ...ways.map((way) => way(lying))) as CriHandlers;

type Field = 'image_id' | 'user' | 'stop_signal' | 'resources';

/** The old version does not know a field of a container; the new one fills it in, of old containers too. */
function filledIn(field: Field): Tell {
  const bare = <T extends object>(said: T): T =>
    Object.fromEntries(Object.entries(said).filter(([key]) => key !== field)) as T;
  const known = (statuses: readonly ContainerStatus[] = []): readonly ContainerStatus[] => statuses.map(bare);
  return together(
    before('ContainerStatus', ({ status = {}, ...answer }) => ({ ...answer, status: bare(status) })),
    before('ListContainers', ({ containers = [] }) => ({ containers: containers.map(bare) })),
    before('PodSandboxStatus', ({ containers_statuses: statuses, ...answer }) => ({
      ...answer,
      containers_statuses: known(statuses),
    })),
  );
}

const scenario: ScenarioId = 'upgrade.while-idle';

export const upgradeDecoys: readonly UpgradeDecoy[] = [
  ...(['image_id', 'user', 'stop_signal'] as const).map((field) => ({
    name: `${field} of old containers, which the old version left empty`,
    tell: filledIn(field),
    scenario: scenario,
  })),
  {
    name: 'resources of old containers, which the old version left empty',
    tell: filledIn('resources'),
    // Elsewhere resources are updated under the old version, which then has to show them.
    scenario: 'upgrade.while-kubelet-runs',
  },
  {
    name: 'a later runtime_version',
    tell: afterwards('Version', (answer) => ({ ...answer, runtime_version: '99.1.0' })),
    scenario,
  },
  {
    name: 'one more runtime handler',
    tell: afterwards('Status', ({ runtime_handlers: handlers = [], ...answer }) => ({
      ...answer,
      runtime_handlers: [...handlers, { name: 'newer', features: { user_namespaces: true } }],
    })),
    scenario,
  },
  {
    name: 'one more feature',
    tell: afterwards('Status', ({ features, ...answer }) => ({
      ...answer,
      features: { ...features, supplemental_groups_policy: true },
    })),
    scenario,
  },
  {
    name: 'a sandbox image of its own, beside the old one',
    tell: afterwards('ListImages', ({ images = [] }) => ({
      images: [
        ...images,
        {
          id: `sha256:${'9'.repeat(64)}`,
          repo_tags: ['registry.test/pause:99'],
          size: '700000',
          pinned: true,
        },
      ],
    })),
    scenario,
  },
  {
    name: 'pinned images, of which the old version did not know',
    tell: together(
      before('ListImages', ({ images = [] }) => ({
        images: images.map((image) => ({ ...image, pinned: false })),
      })),
      before('ImageStatus', ({ image, ...answer }) =>
        image === undefined ? answer : { ...answer, image: { ...image, pinned: false } },
      ),
    ),
    scenario,
  },
];
