// SPDX-License-Identifier: Apache-2.0
import type { ImageSpec, Mount } from '#cri/proto/generated/messages.js';
import { statusViews, type ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { canonical } from '../../judging/unchanged.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { looksLikeImageId, knownImage, sameImage } from '../../occasions/image-names.js';
import { wholeMappings } from '../../occasions/objects/id-mappings.js';

export const containerStatusMountsAsAsked: Contract = {
  id: 'container.status.mounts-as-asked',
  level: 'must',
  since: '0.1.0',
  title: 'The status shows every requested mount: its paths, read-only or not, its propagation and its image',
  reference: {
    source: 'CRI v1, ContainerStatus.mounts',
    says: 'these are the mounts of the container, as they were asked for',
  },
  consequence: 'The API shows a volume as mounted, read-only or shared that is not.',
  covers: ['A2', 'CST-015'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => {
        const { mounts = [] } = life.config;
        return mounts.length === 0 ? [] : statusViews(life).map((view) => ({ life, mounts, view }));
      }),
      'no status of a container with mounts was read',
      ({ life, mounts, view: { call, status } }) => {
        const wrong = mounts.flatMap((asked) =>
          differences(asked, status.mounts ?? [], factsOn(evidence, life, asked)),
        );
        return holds([life.create, call], wrong.length === 0, {
          expected: wrong.map(({ expected }) => expected).join('; '),
          actual: wrong.map(({ actual }) => actual).join('; '),
        });
      },
    ),
};

interface Difference {
  readonly expected: string;
  readonly actual: string;
}

/** Ids that the image of a volume may have; undefined: nobody read them. */
type ImageIds = ReadonlySet<string> | undefined;

interface Facts {
  readonly ids: ImageIds;
  /** Its handler has announced that it makes mounts recursively read-only. */
  readonly isRecursive: boolean;
}

function factsOn(evidence: Evidence, { sandboxId }: ContainerHistory, { image }: Mount): Facts {
  const handler = evidence.sandbox(sandboxId)?.run.request.runtime_handler ?? '';
  const isRecursive = evidence
    .answered('Status')
    .some(({ outcome }) =>
      outcome.response.runtime_handlers?.some(
        ({ name = '', features }) => name === handler && features?.recursive_read_only_mounts === true,
      ),
    );
  return { ids: image && knownImage(evidence, image)?.ids, isRecursive };
}

function differences(asked: Mount, shown: readonly Mount[], facts: Facts): readonly Difference[] {
  const path = asked.container_path ?? '';
  const [back, ...more] = shown.filter((mount) => mount.container_path === path);
  if (back === undefined) return [{ expected: `a mount at ${path}`, actual: 'none' }];
  if (more.length > 0) return [{ expected: `one mount at ${path}`, actual: `${more.length + 1}` }];
  return fields.flatMap((field) =>
    isKept({ asked, back, ...facts }, field)
      ? []
      : [
          {
            expected: `${path} with ${field} ${valueOf(asked, field)}`,
            actual: `${field} ${valueOf(back, field)}`,
          },
        ],
  );
}

const fields = [
  'host_path',
  'readonly',
  'recursive_read_only',
  'propagation',
  'selinux_relabel',
  'image_sub_path',
  'uidMappings',
  'gidMappings',
  'image',
] as const satisfies readonly (keyof Mount)[];

/** Older runtimes show fewer fields. What they show is true. */
const mayBeLeftOut: ReadonlySet<keyof Mount> = new Set([
  'recursive_read_only',
  'image_sub_path',
  'uidMappings',
  'gidMappings',
]);

interface Pair extends Facts {
  readonly asked: Mount;
  readonly back: Mount;
}

function isKept(pair: Pair, field: (typeof fields)[number]): boolean {
  const { asked, back, ids } = pair;
  if (field === 'host_path' && isElsewhere(pair)) return true;
  if (field === 'image') return isSameImage(asked, back, ids);
  const said = valueOf(back, field);
  return said === valueOf(asked, field) || (said === 'none' && isOptional(pair, field));
}

/** The runtime itself finds a place for an image, and names it as it likes. */
function isElsewhere({ asked, back }: Pair): boolean {
  return asked.image !== undefined || isWhereLinkLeads(asked.host_path ?? '', back.host_path ?? '');
}

const isOptional = ({ isRecursive }: Pair, field: keyof Mount): boolean =>
  mayBeLeftOut.has(field) && !(field === 'recursive_read_only' && isRecursive);

/** For a part of a volume the kubelet gives a link into that volume of the pod; a runtime may show where it leads. */
function isWhereLinkLeads(asked: string, shown: string): boolean {
  const [, pod, volume = ''] = /^(.*)\/volume-subpaths\/([^/]+)\//.exec(asked) ?? [];
  if (pod === undefined || !shown.startsWith(`${pod}/volumes/`)) return false;
  return shown.slice(`${pod}/volumes/`.length).split('/')[1] === volume;
}

function valueOf(mount: Mount, field: (typeof fields)[number]): string {
  if (field === 'propagation') return canonical(mount.propagation ?? 'PROPAGATION_PRIVATE');
  const isMapping = field === 'uidMappings' || field === 'gidMappings';
  return canonical(isMapping ? wholeMappings(mount[field]) : mount[field]);
}

function isSameImage({ image: asked }: Mount, { image: back }: Mount, ids: ImageIds): boolean {
  if (asked === undefined) return (back?.image ?? '') === '';
  const names = namesIn(asked);
  const [shown = '', user = ''] = [back?.image, back?.user_specified_image];
  return (
    ['', ...names].includes(user) && (names.some((name) => sameImage(name, shown)) || isIdIn(ids, shown))
  );
}

const isIdIn = (ids: ImageIds, shown: string): boolean =>
  ids === undefined ? looksLikeImageId(shown) : [...ids].some((id) => sameImage(id, shown));

const namesIn = (spec: ImageSpec | undefined): readonly string[] =>
  [spec?.image, spec?.user_specified_image].filter((name) => name !== undefined && name !== '') as string[];
