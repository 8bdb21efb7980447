// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkDirectory } from '#launchers/private/check-directory.js';
import { launchFailure, NotReady } from '#launchers/launch-failure.js';
import { existingSocket } from '#launchers/external/existing-socket.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

describe('checkDirectory', () => {
  it('accepts an empty directory and one that does not exist', () => {
    expect(() => {
      checkDirectory(directory, join(directory, 's'));
      checkDirectory(join(directory, 'new'), join(directory, 'new', 's'));
    }).not.toThrow();
  });

  it('refuses a path of more than 107 bytes for the socket, and says how long it is', () => {
    const socket = `/${'x'.repeat(107)}`;
    expect(() => {
      checkDirectory(directory, socket);
    }).toThrow(
      expect.objectContaining({
        code: 'E-LAUNCH-SOCKET-PATH',
        seen: expect.stringContaining('has 108 bytes') as unknown,
      }),
    );
    expect(() => {
      checkDirectory(directory, socket.slice(1));
    }).not.toThrow();
  });

  it('refuses a directory with something in it: it would be deleted', () => {
    writeFileSync(join(directory, 'thesis.tex'), '');
    expect(() => {
      checkDirectory(directory, join(directory, 's'));
    }).toThrow(expect.objectContaining({ code: 'E-LAUNCH-DIRECTORY', seen: 'thesis.tex' }));
  });
});

describe('launchFailure', () => {
  it('shows the complaints of the log, and its end', () => {
    const log = join(directory, 'log');
    const lines = [
      'level=info msg=1',
      'level=error msg="no space"',
      'level=info msg=3',
      'level=info msg=4',
      'level=info msg=5',
    ];
    writeFileSync(log, lines.join('\n') + '\n');
    const failure = launchFailure(new NotReady('it ended with exit code 1'), {
      runtime: 'containerd 1.6.20',
      logFile: log,
    });
    expect(failure).toMatchObject({
      code: 'E-LAUNCH-FAILED',
      message: 'containerd 1.6.20 did not start: it ended with exit code 1; it said “no space”.',
      seen: 'level=error msg="no space"\nlevel=info msg=3\nlevel=info msg=4\nlevel=info msg=5',
      exit: 3,
    });
  });

  it('leaves a bug a bug', () => {
    const bug = new TypeError('x is undefined');
    expect(launchFailure(bug, { runtime: 'containerd', logFile: join(directory, 'log') })).toBe(bug);
  });
});

describe('existingSocket', () => {
  it('is never ended by us', async () => {
    const launcher = existingSocket({ endpoint: 'unix:///run/x.sock' });
    const launched = await launcher.launch({
      directory,
      registry: '',
      sandboxImage: '',
      leaves: () => {
        throw new Error('leaves something');
      },
    });
    expect(launched).toMatchObject({
      owned: false,
      endpoint: 'unix:///run/x.sock',
      imageEndpoint: 'unix:///run/x.sock',
    });
    await expect(launched[Symbol.asyncDispose]()).resolves.toBeUndefined();
  });
});
