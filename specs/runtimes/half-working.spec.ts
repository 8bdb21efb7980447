// SPDX-License-Identifier: Apache-2.0
import { mkdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openBench, type Bench } from '../support/run-cli.js';
import { census, leftSince } from './support/census.js';
import {
  disguised,
  fake,
  foreignProgram,
  program,
  tryHalfWorking,
  type HalfWorking,
} from './support/half-working.js';
import { skipRuntimes } from './support/runtimes-here.js';

jest.setTimeout(180_000);

const declare = skipRuntimes ? describe.skip : describe;

let bench: Bench;
let before: ReadonlySet<string>;
beforeEach(async () => {
  bench = await openBench();
  before = census();
});
afterEach(() => bench.dispose());

const containerd = (script: string): ((directory: string) => void) =>
  fake('containerd', 'containerd example.org/containerd 1.7.99 0123', script);
const machine = (text: string) => (): { machine: string } => ({ machine: text });

/** Said at once, before anything is started. */
const lacking: readonly HalfWorking[] = [
  {
    what: 'a directory without a containerd',
    code: 'E-LAUNCH-MISSING',
    sentence: /there is no containerd in \S+\/binaries\./,
    doctor: 'knows',
  },
  {
    what: 'a text file',
    make: (directory) => {
      program(directory, 'containerd', 'TODO: build it\n');
    },
    code: 'E-LAUNCH-MISSING',
    sentence:
      /containerd is no containerd for this machine; --version gives: exec format error \(no program\)\./,
    doctor: 'knows',
  },
  {
    what: 'a program for another kind of machine',
    make: (directory) => {
      program(directory, 'containerd', foreignProgram());
    },
    code: 'E-LAUNCH-MISSING',
    sentence:
      /containerd is no containerd for this machine; --version gives: exec format error \(a program for another machine\)\./,
    doctor: 'knows',
  },
  {
    what: 'another program',
    make: disguised('containerd', '/bin/ls'),
    code: 'E-LAUNCH-MISSING',
    sentence: /containerd is no containerd for this machine; --version gives: ls \(GNU coreutils\)/,
    doctor: 'knows',
  },
  {
    what: 'a machine without CNI plugins',
    spec: 'containerd',
    options: machine('for d in /usr/lib/cni /opt/cni/bin; do [ ! -d $d ] || mount -t tmpfs none $d; done'),
    code: 'E-LAUNCH-MISSING',
    sentence: /no CNI plugins \(bridge, host-local, loopback\) in \/usr\/lib\/cni,/,
    doctor: 'knows',
  },
  {
    what: 'a user who is not root',
    spec: 'containerd',
    options: () => ({ uid: 65_534 }),
    code: 'E-LAUNCH-MISSING',
    sentence: /this is user 65534, and a container runtime needs root\./,
    doctor: 'knows',
  },
  {
    what: 'cgroups that cannot be written',
    spec: 'containerd',
    options: machine(
      "for p in $(awk '$3 ~ /^cgroup2?$/ { print $2 }' /proc/mounts); do mount -o remount,bind,ro $p; done",
    ),
    code: 'E-LAUNCH-MISSING',
    sentence: /\/sys\/fs\/cgroup\S* is mounted read-only\./,
    doctor: 'knows',
  },
  {
    what: 'no cgroups at all',
    spec: 'containerd',
    options: machine('umount -R /sys/fs/cgroup'),
    code: 'E-LAUNCH-MISSING',
    sentence: /no cgroup hierarchy is mounted\./,
    doctor: 'knows',
  },
  {
    what: 'a directory that is too deep for a socket',
    spec: 'containerd',
    options: ({ path }) => ({ env: { CRIPROBE_STATE: path('deep/'.repeat(16)) } }),
    code: 'E-LAUNCH-SOCKET-PATH',
    sentence: /is no place for a runtime's socket\./,
    shows: 'a socket’s path may have 107'.replace('’', "'"),
    doctor: 'cannot know',
  },
];

/** Said when it has been started, with the end of its log. */
const failing: readonly HalfWorking[] = [
  {
    what: 'a configuration that it refuses',
    make: containerd('echo "containerd: failed to load TOML: $2: (3, 1): no such key" >&2; exit 1'),
    code: 'E-LAUNCH-CONFIG',
    sentence:
      /^✘ containerd 1\.7\.99 did not start: it refuses the configuration that criprobe wrote for its version: it ended with exit code 1; it said “failed to load TOML: \S+config\.toml: \(3, 1\): no such key”\. \[/,
    shows: 'containerd: failed to load TOML: ',
    doctor: 'cannot know',
  },
  {
    what: 'a crash',
    make: containerd(
      'echo "level=info msg=starting" >&2; echo "panic: runtime error: index out of range [3]" >&2; kill -ABRT $$',
    ),
    code: 'E-LAUNCH-CRASHED',
    sentence: /did not start: it crashed: it ended with signal SIGABRT; it said “panic: runtime error/,
    shows: 'level=info msg=starting',
    doctor: 'cannot know',
  },
  {
    what: 'a crash without a word',
    make: containerd('kill -SEGV $$'),
    code: 'E-LAUNCH-CRASHED',
    sentence: /did not start: it crashed: it ended with signal SIGSEGV\. \[/,
    doctor: 'cannot know',
  },
  {
    what: 'a socket that is in use',
    make: containerd(
      'echo "containerd: failed to get listener for main endpoint: listen unix /x.sock: bind: address already in use" >&2; exit 1',
    ),
    code: 'E-LAUNCH-IN-USE',
    sentence:
      /did not start: something else listens where it is to listen: it ended with exit code 1; it said/,
    shows: 'bind: address already in use',
    doctor: 'cannot know',
  },
  {
    what: 'a start that takes too long',
    make: containerd('echo "level=info msg=patience" >&2; exec sleep 600'),
    flags: ['--wait-ready', '1s'],
    code: 'E-LAUNCH-TIMEOUT',
    sentence: /did not start: it was not ready in time: not ready after 1 s: /,
    shows: 'level=info msg=patience',
    doctor: 'cannot know',
  },
  {
    what: 'a CRI plugin that does not load',
    make: containerd(
      'echo "level=error msg=\\"failed to load plugin io.containerd.grpc.v1.cri\\" error=\\"no such device\\"" >&2; exit 1',
    ),
    code: 'E-LAUNCH-FAILED',
    sentence:
      /did not start: it ended with exit code 1; it said “failed to load plugin io\.containerd\.grpc\.v1\.cri: no such device”/,
    shows: 'failed to load plugin',
    doctor: 'cannot know',
  },
];

/** Disks with room for the ledger of a run, and for a part of what a runtime needs. */
const fullDisks = (
  [
    ['at its start', '40k', 'E-LAUNCH-DISK', /did not start: there is no room left on its disk: /],
    ['with its first image', '256k', 'E-NODE-DISK', /The runtime has no room left on its disk /],
  ] as const
).map(([when, size, code, sentence]): HalfWorking => ({
  what: `a disk that is full ${when}`,
  spec: 'containerd',
  options: ({ path }) => {
    mkdirSync(path('s'));
    return { machine: `mount -t tmpfs -o size=${size} none ${path('s')}` };
  },
  code,
  sentence,
  doctor: 'cannot know',
}));

declare.each([...lacking, ...failing, ...fullDisks])('containerd: $what', (broken) => {
  it('is one sentence with its reason, and leaves nothing', async () => {
    const { ran, examined, left } = await tryHalfWorking(bench, 'containerd', broken);
    expect(ran.stderr).toContain(`[${broken.code}]`);
    expect(ran.stderr).toMatch(broken.sentence);
    expect(ran.stderr).toContain(broken.shows ?? '');
    expect(ran.stderr).not.toMatch(/at .*\.js:\d/);
    expect(ran.exit).toBe(3);
    if (broken.doctor === 'knows') {
      expect(examined.stdout).toContain(`[${broken.code}]`);
      expect(examined.exit).toBe(3);
    } else expect(examined.stdout).not.toContain('[E-LAUNCH');
    expect(left).toEqual([]);
    expect(await leftSince(before)).toEqual([]);
  });
});
