// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { launchCause } from '#launchers/launch-cause.js';

const late = 'not ready after 120 s';

describe('launchCause', () => {
  it.each([
    ['write meta.db: no space left on device', 'E-LAUNCH-DISK', 'its disk is full: '],
    ['containerd: listen unix /x: bind: address already in use', 'E-LAUNCH-IN-USE', 'its address is in use'],
    ['validating api config: already existing connection on /x', 'E-LAUNCH-IN-USE', 'its address is in use'],
    ['panic: runtime error: nil map', 'E-LAUNCH-CRASHED', 'it crashed: '],
    ['fatal error: out of memory', 'E-LAUNCH-CRASHED', 'it crashed: '],
    ['containerd: failed to load TOML: c.toml: (7, 2)', 'E-LAUNCH-CONFIG', 'it rejects the configuration'],
    ['containerd: failed to unmarshal TOML at row 7', 'E-LAUNCH-CONFIG', 'it rejects the configuration'],
    [
      "containerd: (8, 1): Can't convert 4(int64) to string",
      'E-LAUNCH-CONFIG',
      'it rejects the configuration',
    ],
    [
      'level=error msg="mkdir /sys/fs/cgroup/x: read-only file system"',
      'E-LAUNCH-CGROUP',
      'it cannot use the',
    ],
    ['level=error msg="who knows"', 'E-LAUNCH-FAILED', 'it ended with exit code 1; it said “who knows”'],
  ])('reads %s as %s', (line, code, says) => {
    const cause = launchCause('it ended with exit code 1', [line]);
    expect(cause.code).toBe(code);
    expect(cause.says.startsWith(says)).toBe(true);
    expect(cause.fix).not.toBe('');
  });

  it.each([
    [`${late}: NetworkReady is false: NetworkPluginNotReady`, 'E-LAUNCH-NETWORK'],
    [`${late}: ECONNREFUSED`, 'E-LAUNCH-TIMEOUT'],
    ['it ended with signal SIGSEGV', 'E-LAUNCH-CRASHED'],
    ['it ended with exit code 3', 'E-LAUNCH-FAILED'],
  ])('reads the end %s as %s', (end, code) => {
    expect(launchCause(end, []).code).toBe(code);
  });

  it('tells message and error of a line, without time and level, and shortens them', () => {
    const line = `time="2026" level=error msg="failed to load plugin" error="${'x'.repeat(500)}"`;
    const { says } = launchCause('it ended', [line]);
    expect(says).toMatch(/^it ended; it said “failed to load plugin: x+…”$/);
    expect(says.length).toBeLessThan(300);
  });
});
