// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import type { SeedFile } from '../files/memory-tree.js';
import { appletPaths } from '../process/shell/applet-paths.js';
import type { StoredImageConfig, ImageContent, NewImage } from './stored-image.js';

/** An image that exists without a registry. */
export interface ImageSeed {
  readonly ref: string;
  readonly config?: StoredImageConfig;
  /** File contents by path. Absent: those of a busybox, and `/box`. */
  readonly files?: Readonly<Record<string, string>>;
  readonly size?: number;
  readonly pinned?: boolean;
}

const sizeOfSynthetic = 1_048_576;
const passwd =
  'root:x:0:0:root:/root:/bin/sh\ndaemon:x:1:1:daemon:/usr/sbin:/bin/false\nnobody:x:65534:65534:nobody:/home:/bin/false\n';
const group = 'root:x:0:\ndaemon:x:1:\nnogroup:x:65534:\n';

const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export function syntheticImage(
  seed: ImageSeed,
  content: ImageContent = contentOf(seed),
): NewImage & { readonly digest: string } {
  const config: StoredImageConfig = { Env: [path], Cmd: ['sh'], ...seed.config };
  const sha256 = (salt: string): string =>
    `sha256:${createHash('sha256')
      .update(JSON.stringify([salt, seed]))
      .digest('hex')}`;
  return {
    id: sha256('config'),
    digest: sha256('manifest'),
    size: seed.size ?? sizeOfSynthetic,
    config,
    content,
    pinned: seed.pinned ?? false,
  };
}

function contentOf(seed: ImageSeed): ImageContent {
  const program: SeedFile = { mode: 0o755, data: '' };
  const text = Object.entries(seed.files ?? { '/etc/passwd': passwd, '/etc/group': group });
  const files = new Map(
    text.map(([at, data]): [string, SeedFile] => [
      at,
      { data, mode: at.startsWith('/etc/') ? 0o644 : 0o755 },
    ]),
  );
  if (seed.files === undefined) for (const at of appletPaths) files.set(at, program);
  return files;
}
