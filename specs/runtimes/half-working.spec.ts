// SPDX-License-Identifier: Apache-2.0
import { mkdirSync } from 'node:fs';
import { describe, expect, it, jest } from '@jest/globals';
import { openBench } from '../support/cli/run-cli.js';
import {
  disguised,
  fake,
  foreignProgram,
  program,
  spoilt,
  tryHalfWorking,
  type HalfWorking,
} from './support/half-working.js';
import { leavesNothing } from './support/leaves-nothing.js';
import { containerds, crios, skipRuntimes } from './support/runtimes-here.js';

jest.setTimeout(180_000);

const [containerd16, , containerd21, containerd24] = containerds;
const [crio134, crio136] = crios;
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
      /containerd is not a containerd for this machine; --version gives: exec format error \(no program\)\./,
    doctor: 'knows',
  },
  {
    what: 'a program for another kind of machine',
    make: (directory) => {
      program(directory, 'containerd', foreignProgram());
    },
    code: 'E-LAUNCH-MISSING',
    sentence:
      /containerd is not a containerd for this machine; --version gives: exec format error \(a program for another machine\)\./,
    doctor: 'knows',
  },
  {
    what: 'another program',
    make: disguised('containerd', '/bin/ls'),
    code: 'E-LAUNCH-MISSING',
    sentence: /containerd is not a containerd for this machine; --version gives: ls \(GNU coreutils\)/,
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
    sentence: /cannot hold a runtime's socket\./,
    shows: 'may have at most 107',
    doctor: 'cannot know',
  },
];

const holdsItsDatabase = `
  db=$directory/root/io.containerd.metadata.v1.bolt
  mkdir -p $db && touch $db/meta.db
  flock $db/meta.db sleep 600 &
  while flock --nonblock $db/meta.db true; do sleep 0.02; done`;
/** As long as its socket is there. */
const listener = `
  const [, socket] = process.argv;
  require("net").createServer().listen(socket, () => {
    setInterval(() => require("fs").existsSync(socket) || process.exit(), 50);
  });`;
const listensOnItsSocket = `
  ${process.execPath} -e '${listener}' $directory/crio.sock &
  until [ -S $directory/crio.sock ]; do sleep 0.02; done`;

/** Said when it has been started, with the end of its log. */
const failing: readonly HalfWorking[] = [
  {
    what: 'a containerd that refuses a configuration, being older than it says',
    make: spoilt(containerd21, '', containerd24),
    code: 'E-LAUNCH-CONFIG',
    sentence:
      /^✘ containerd 2\.4\.\d+ did not start: it rejects the configuration that criprobe wrote for its version: it ended with exit code 1; it said “failed to load TOML from \S+config\.toml: expected containerd config version equal to or less than `3`, got `4`”\. \[/,
    shows: 'containerd: failed to load TOML from ',
    doctor: 'cannot know',
  },
  {
    what: 'a CRI-O that refuses a configuration, of which a part is there twice',
    kind: 'crio',
    make: spoilt(crio134, 'echo "[crio.runtime]" >>"$config"'),
    code: 'E-LAUNCH-CONFIG',
    sentence:
      /^✘ CRI-O 1\.34\.\d+ did not start: it rejects the configuration that criprobe wrote for its version: it ended with exit code 1; it said “.*unable to decode configuration \S+crio\.conf: .*”\. \[/,
    shows: "Key 'crio.runtime' has already been defined",
    doctor: 'cannot know',
  },
  {
    what: 'a containerd that crashes, having no memory',
    make: spoilt(containerd16, 'ulimit -v 200000'),
    code: 'E-LAUNCH-CRASHED',
    sentence: /did not start: it crashed: it ended with exit code 2; it said “fatal error: .*”\. \[/,
    shows: 'fatal error: ',
    doctor: 'cannot know',
  },
  {
    what: 'a crash without a word',
    make: fake('containerd', 'containerd example.org/containerd 1.7.99 0123', 'kill -SEGV $$'),
    code: 'E-LAUNCH-CRASHED',
    sentence: /did not start: it crashed: it ended with signal SIGSEGV\. \[/,
    doctor: 'cannot know',
  },
  {
    // containerd takes the place of whoever listens there.
    what: 'a CRI-O whose socket is in use',
    kind: 'crio',
    make: spoilt(crio136, listensOnItsSocket),
    code: 'E-LAUNCH-IN-USE',
    sentence:
      /^✘ CRI-O 1\.36\.\d+ did not start: its address is in use: it ended with exit code 1; it said “.*already existing connection on \S+”\. \[/,
    shows: 'already existing connection on ',
    doctor: 'cannot know',
  },
  {
    what: 'a start that takes too long, waiting for a database that somebody else holds',
    make: spoilt(containerd16, holdsItsDatabase),
    flags: ['--wait-ready', '2s'],
    code: 'E-LAUNCH-TIMEOUT',
    sentence: /did not start: it was not ready in time: not ready after 2 s: /,
    shows: 'level=info msg=',
    doctor: 'cannot know',
  },
  {
    what: 'a containerd whose CRI plugin does not load',
    make: spoilt(containerd16, `sed -i 's/snapshotter = .*/snapshotter = "absent"/' "$config"`),
    code: 'E-LAUNCH-FAILED',
    sentence:
      /did not start: it does not serve CRI: .*; it said “failed to load plugin io\.containerd\.grpc\.v1\.cri: .*failed to find snapshotter "absent"”/,
    shows: 'failed to load plugin',
    doctor: 'cannot know',
  },
];

/** Disks with room for the ledger of a run, and for a part of what a runtime needs. */
const fullDisks = (
  [
    ['at its start', '40k', 'E-LAUNCH-DISK', /did not start: its disk is full: /],
    ['with its first image', '256k', 'E-NODE-DISK', /The disk of the runtime is full /],
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

(skipRuntimes ? describe.skip : describe).each([
  { which: 'lacks something', table: lacking },
  { which: 'does not get up', table: failing },
  { which: 'has no room', table: fullDisks },
])('a runtime that $which', ({ table }) => {
  it.concurrent.each(table)('$what: is one sentence with its reason', async (broken) => {
    const bench = await openBench();
    try {
      const { ran, examined, left } = await tryHalfWorking(bench, broken);
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
    } finally {
      await bench.dispose();
    }
  });

  leavesNothing();
});

(skipRuntimes ? describe.skip : describe)('a machine without CAP_SYS_RESOURCE', () => {
  it('is of use all the same, and it is said what it lacks', async () => {
    const bench = await openBench();
    try {
      const machine = 'exec setpriv --bounding-set -sys_resource --inh-caps -sys_resource "$@"';
      const only = ['--only', 'scenario:pod.happy-path', '--output', bench.path('out')];
      const ran = await bench.criprobe(['run', '--managed', 'containerd', ...only], { machine });
      expect(ran.stderr).toContain('no CAP_SYS_RESOURCE here: a negative oom_score_adj is raised');
      expect(ran.stdout.replaceAll(/\s+/g, ' ')).toContain('lacks CAP_SYS_RESOURCE');
      expect(ran.exit).toBe(0);
    } finally {
      await bench.dispose();
    }
  });

  leavesNothing();
});
