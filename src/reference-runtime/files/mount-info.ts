// SPDX-License-Identifier: Apache-2.0
import type { Mount } from '#cri/proto/generated/messages.js';
import type { ReferenceContainer } from '../container/container.js';

const propagations = {
  PROPAGATION_PRIVATE: '',
  PROPAGATION_HOST_TO_CONTAINER: 'master:1 ',
  PROPAGATION_BIDIRECTIONAL: 'shared:1 ',
} as const;

interface Line {
  readonly at: string;
  readonly root: string;
  readonly mode: 'ro' | 'rw';
  readonly tags?: string;
  readonly source: string;
}

/** The text of /proc/self/mountinfo. */
export function mountinfo({ facts }: ReferenceContainer): string {
  const { privileged, readonly_rootfs: isFixed } = facts.config.linux?.security_context ?? {};
  const lines: readonly Line[] = [
    { at: '/', root: '/', mode: isFixed === true ? 'ro' : 'rw', source: 'overlay overlay rw' },
    { at: '/proc', root: '/', mode: 'rw', source: 'proc proc rw' },
    { at: '/dev', root: '/', mode: 'rw', source: 'tmpfs tmpfs rw' },
    { at: '/sys', root: '/', mode: privileged === true ? 'rw' : 'ro', source: 'sysfs sysfs rw' },
    { at: '/dev/shm', root: '/', mode: 'rw', source: 'tmpfs shm rw' },
    ...facts.mounts.map(ofMount),
    ...(privileged === true ? [] : hidden(facts.config.linux?.security_context ?? {})),
  ];
  return lines.map((line, index) => `${textOf(line, { index, lines })}\n`).join('');
}

function ofMount({ container_path: at = '/', propagation = 'PROPAGATION_PRIVATE', ...mount }: Mount): Line {
  const isImage = (mount.image?.image ?? '') !== '';
  return {
    at: at.replace(/(.)\/+$/, '$1'),
    root: isImage ? '/' : (mount.host_path ?? '/'),
    mode: mount.readonly === true || isImage ? 'ro' : 'rw',
    tags: propagations[propagation],
    source: 'ext4 /dev/sda1 rw',
  };
}

/** Masked paths show an empty directory, as far as anybody can tell from here; read-only ones themselves. */
function hidden({
  masked_paths: masked = [],
  readonly_paths: fixed = [],
}: {
  readonly masked_paths?: readonly string[] | undefined;
  readonly readonly_paths?: readonly string[] | undefined;
}): readonly Line[] {
  return [
    ...masked.map((at): Line => ({ at, root: '/', mode: 'ro', source: 'tmpfs tmpfs ro' })),
    ...fixed.map((at): Line => ({ at, root: at.replace(/^\/proc/, ''), mode: 'ro', source: 'proc proc rw' })),
  ];
}

const firstId = 100;

/** The parent is the mount that the place was in at that time. */
function textOf(
  { at, root, mode, tags = '', source }: Line,
  { index, lines }: { readonly index: number; readonly lines: readonly Line[] },
): string {
  const before = lines.slice(0, index);
  const isAround = (other: Line): boolean =>
    other.at === '/' || at === other.at || at.startsWith(`${other.at}/`);
  const depth = Math.max(0, ...before.filter(isAround).map((other) => other.at.length));
  const parent = before.findLastIndex((other) => isAround(other) && other.at.length === depth);
  const ids = `${firstId + index} ${parent < 0 ? 1 : firstId + parent}`;
  return `${ids} 0:${firstId + index} ${escaped(root)} ${escaped(at)} ${mode},relatime ${tags}- ${source}`;
}

/** As the kernel writes blanks and backslashes. */
const escaped = (path: string): string =>
  path.replace(/[ \t\n\\]/g, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`);
