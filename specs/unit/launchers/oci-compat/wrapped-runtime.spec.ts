// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { isCompatNeeded, wrappedRuntime, type OciCompat } from '#launchers/oci-compat/wrapped-runtime.js';

const strict: OciCompat = { oomScore: false, hugepages: false, old: false, hidden: undefined };

let bundle: string;
beforeEach(() => {
  bundle = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
});
afterEach(() => {
  rmSync(bundle, { recursive: true });
});

const given = {
  ociVersion: '1.2.1',
  process: { args: ['create'], oomScoreAdj: -998 },
  linux: { resources: { hugepageLimits: [{ pageSize: '2MB', limit: 0 }], pids: { limit: -1 } } },
};

/** What the OCI runtime finds in the bundle, and what it is called with. */
function called(over: Partial<OciCompat>, args: readonly string[], indent?: number): [string, unknown] {
  const script = join(bundle, 'runtime');
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(given, undefined, indent));
  writeFileSync(script, wrappedRuntime('/bin/echo', { ...strict, ...over }), { mode: 0o755 });
  const said = execFileSync(script, args, { cwd: '/', encoding: 'utf8' }).trim();
  return [said, JSON.parse(readFileSync(join(bundle, 'config.json'), 'utf8'))];
}

it.each([
  ['oomScore', { process: { args: ['create'], oomScoreAdj: 0 } }],
  ['hugepages', { linux: { resources: { pids: { limit: -1 } } } }],
  ['old', { ociVersion: '1.0.2', linux: { resources: { ...given.linux.resources, pids: { limit: 0 } } } }],
] as const)('softens %s and nothing else, however the file is laid out', (kind, changed) => {
  for (const indent of [undefined, 2]) {
    const args = ['--root=/r', 'create', '--bundle', bundle, 'id with blanks'];
    const [said, config] = called({ [kind]: true }, args, indent);
    expect(config).toEqual({ ...given, ...changed });
    expect(said).toBe(args.join(' '));
  }
});

it.each([[['create', '--bundle=BUNDLE', 'id']], [['create', '-b', 'BUNDLE', 'id']]])(
  'finds the bundle in %j',
  (words) => {
    const [, config] = called(
      { oomScore: true },
      words.map((word) => word.replace('BUNDLE', bundle)),
    );
    expect(config).toMatchObject({ process: { oomScoreAdj: 0 } });
  },
);

it('touches nothing for another command', () => {
  expect(called({ oomScore: true }, ['start', '--bundle', bundle, 'id'])[1]).toEqual(given);
});

it('takes a mount out of the sight of the runtime, and of nobody else', () => {
  const hidden = { point: '/sys/fs/cgroup/unified', parent: '/sys/fs/cgroup' };
  const script = wrappedRuntime("/opt/it's/crun", { ...strict, hidden });
  expect(script).toContain('exec unshare --mount --propagation unchanged /bin/sh -c ');
  expect(script.indexOf('--make-private')).toBeLessThan(script.indexOf('umount '));
  expect(script).toContain(String.raw`'/opt/it'\''s/crun' "$@"`);
});

it('is not there where nothing is softened', () => {
  expect(isCompatNeeded(strict)).toBe(false);
  expect(isCompatNeeded({ ...strict, oomScore: true })).toBe(true);
});
