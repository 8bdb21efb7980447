// SPDX-License-Identifier: Apache-2.0
import type { FilesystemUsage } from '#cri/proto/generated/messages.js';
import { tmpdir } from 'node:os';
import type { ReferenceContainer } from '../container/container.js';
import type { World } from '../world.js';

const usage = (world: World, bytes: number, inodes: number): FilesystemUsage => ({
  timestamp: String(world.now()),
  fs_id: { mountpoint: world.options.root ?? tmpdir() },
  used_bytes: { value: String(bytes) },
  inodes_used: { value: String(inodes) },
});

export const imageFilesystem = (world: World): FilesystemUsage =>
  usage(world, world.images.usedBytes, world.images.list().length);

export const writableLayer = (world: World, container: ReferenceContainer): FilesystemUsage =>
  usage(world, container.facts.root.usedBytes, container.facts.root.inodes);
