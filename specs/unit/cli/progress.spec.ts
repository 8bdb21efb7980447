// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { plainProgress, terminalProgress } from '#cli/progress.js';

describe('plainProgress', () => {
  it('writes lines, and nothing that moves', () => {
    let written = '';
    const progress = plainProgress((text) => (written += text));
    progress.live('1 of 9');
    progress.line('done');
    expect(written).toBe('done\n');
  });
});

describe('terminalProgress', () => {
  const record = (): {
    readonly written: () => string;
    readonly progress: ReturnType<typeof terminalProgress>;
  } => {
    let text = '';
    const progress = terminalProgress(
      (more) => (text += more),
      () => 10,
    );
    return { written: () => text, progress };
  };

  it('keeps the live line below the lines', () => {
    const { written, progress } = record();
    progress.live('1/9');
    progress.line('bad');
    progress.live('');
    expect(written()).toBe('1/9\r\u001B[2Kbad\n1/9\r\u001B[2K');
  });

  it('cuts the live line to the width, and redraws only what changed', () => {
    const { written, progress } = record();
    progress.live('0123456789abc');
    progress.live('012345678xyz');
    expect(written()).toBe('012345678');
  });
});
