// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { flagsOfChange } from '#app/run/change-flags.js';

describe('what plays a change of version again', () => {
  it('names both versions', () => {
    const change = { kind: 'binaries', from: 'containerd', to: 'containerd@/a b' } as const;
    expect(flagsOfChange('--managed containerd --kubelet 1.30', change)).toBe(
      "--from containerd --kubelet 1.30 --to 'containerd@/a b'",
    );
  });

  it('names the commands, and does not show them', () => {
    const change = { kind: 'commands', exec: 'install -p hunter2' } as const;
    expect(flagsOfChange('-r /run/x.sock', { ...change, rollbackExec: undefined })).toBe(
      '-r /run/x.sock --exec …',
    );
    expect(flagsOfChange('-r /run/x.sock', { ...change, rollbackExec: 'back' })).toBe(
      '-r /run/x.sock --exec … --rollback-exec …',
    );
  });

  it('is nothing more where nothing changes', () => {
    expect(flagsOfChange('--managed containerd', undefined)).toBe('--managed containerd');
  });
});
