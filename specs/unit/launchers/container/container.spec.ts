// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exitCode } from '#base/exit-code.js';
import { environmentFor } from '#launchers/container/environment.js';
import { imageSource } from '#launchers/container/image.js';
import { missingForContainer } from '#launchers/container/missing.js';
import { nameFor } from '#launchers/container/paths.js';
import { refusedPrivileges } from '#launchers/container/refused-privileges.js';
import { engineError, type Engine, type NoEngine } from '#launchers/container/testcontainers.js';
import { launcherFor } from '#launchers/launcher-for.js';
import type { Machine } from '#host/machine.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
  writeFileSync(join(folder, 'Dockerfile'), 'FROM scratch\n');
  writeFileSync(join(folder, 'ip'), '', { mode: 0o755 });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('imageSource', () => {
  it.each(['runtime', 'runtime:1', 'localhost/a/b:2', 'quay.io/x/y@sha256:aa'])(
    'takes %s for an image',
    (image) => {
      expect(imageSource(image)).toEqual({ kind: 'image', image });
    },
  );

  it.each(['/somewhere', './here', '../beside', '.', 'examples/containerd-in-docker'])(
    'takes %s for a folder',
    (text) => {
      expect(imageSource(text)).toEqual({ kind: 'folder', folder: text });
    },
  );
});

describe('refusedPrivileges', () => {
  it.each([
    'OCI runtime create failed: runc create failed: unable to start container process: unable to apply caps: operation not permitted: unknown',
    'x\nOCI runtime exec failed: unable to apply bounding set: operation not permitted',
    'authorization denied: privileged containers are not allowed',
  ])('knows %j', (words) => {
    expect(refusedPrivileges(words)).toMatchObject({
      code: 'E-CONTAINER-PRIVILEGED',
      exit: exitCode.preflight,
    });
    expect(refusedPrivileges(words)?.fix).toContain('lenient-runc');
  });

  it.each(['exec: "/x": stat /x: no such file or directory', 'permission denied', ''])('not %j', (words) => {
    expect(refusedPrivileges(words)).toBeUndefined();
  });
});

describe('missingForContainer', () => {
  const engine = {} as Engine;
  const none: NoEngine = { reason: 'no container engine answers', fix: 'start one' };
  const machine = (uid: number): Machine => ({ uid, path: [folder] }) as unknown as Machine;
  const image = { kind: 'image', image: 'x' } as const;

  it('lacks nothing with root and an engine', () => {
    expect(missingForContainer(image, machine(0), engine)).toBeUndefined();
    expect(missingForContainer({ kind: 'folder', folder }, machine(0), engine)).toBeUndefined();
  });

  it.each([
    { what: 'root', source: image, uid: 1000, found: engine, reason: /user 1000/, fix: /sudo/ },
    {
      what: 'an engine',
      source: image,
      uid: 0,
      found: none,
      reason: /no container engine/,
      fix: /start one/,
    },
    {
      what: 'a Dockerfile',
      source: { kind: 'folder', folder: '/none' } as const,
      uid: 0,
      found: engine,
      reason: /no Dockerfile in \/none/,
      fix: /examples/,
    },
  ])('wants $what', ({ source, uid, found, reason, fix }) => {
    expect(missingForContainer(source, machine(uid), found)).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringMatching(reason) as unknown,
      fix: expect.stringMatching(fix) as unknown,
    });
  });
});

describe('what a container is told and called', () => {
  const options = { directory: '/d', registry: '127.0.0.1:5', sandboxImage: '127.0.0.1:5/pause:1' };

  it('is told paths of its directory, and the registries', () => {
    expect(environmentFor({ ...options, mirrored: ['a.example', 'b.example'] })).toEqual({
      CRIPROBE_SOCKET: '/d/cri.sock',
      CRIPROBE_DIRECTORY: '/d/data',
      CRIPROBE_CNI: '/d/net.d',
      CRIPROBE_REGISTRY: '127.0.0.1:5',
      CRIPROBE_MIRRORED: 'a.example b.example',
      CRIPROBE_SANDBOX_IMAGE: '127.0.0.1:5/pause:1',
    });
  });

  it('has a name of its own for each directory', () => {
    expect(nameFor('/d')).toMatch(/^criprobe-[0-9a-f]{12}$/);
    expect(nameFor('/d')).not.toBe(nameFor('/e'));
  });

  it.each([
    ['(HTTP code 404) no such container - No such image: x:1 ', 'No such image: x:1'],
    ['plain words', 'plain words'],
  ])('passes on the engine’s words of %j', (message, words) => {
    expect(engineError(new Error(message))).toBe(words);
  });

  it.each(['container:image:1', 'container:./folder'])('is launched by %s', (spec) => {
    expect(launcherFor(spec).name).toBe(spec);
  });
});
