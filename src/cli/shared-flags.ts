// SPDX-License-Identifier: Apache-2.0
import { failOnChoices } from '#app/run/run-options.js';
import { byteCount, durationFlag, many, minorVersion, positiveInteger, type Flag } from './flag.js';

export const targetFlags: readonly Flag[] = [
  {
    flags: '-r, --runtime-endpoint <uri>',
    help: 'socket of the runtime: a path, unix:/path or unix:///path (default: found, see docs/cli.md; env: CONTAINER_RUNTIME_ENDPOINT)',
    group: 'Target:',
  },
  {
    flags: '-i, --image-endpoint <uri>',
    help: 'socket of the image service (default: that of the runtime; env: IMAGE_SERVICE_ENDPOINT)',
    group: 'Target:',
  },
  {
    flags: '--managed <spec>',
    help: 'start our own: reference, containerd, crio (both from PATH), containerd@<directory of binaries>, crio@<directory of binaries>, container:<image or folder>',
    group: 'Target:',
  },
  { flags: '--target <name>', help: 'a target of the config file', group: 'Target:' },
  {
    flags: '--runtime-handler <name>',
    help: 'handler to run pods under (default: that of the runtime)',
    group: 'Target:',
  },
  {
    flags: '-c, --config <file>',
    help: 'config file (default: criprobe.yaml or criprobe.json here; env: CRIPROBE_CONFIG)',
    group: 'Target:',
  },
  {
    flags: '-t, --timeout <duration>',
    help: 'for connecting and the first questions (default: 5s)',
    group: 'Target:',
    parse: durationFlag,
  },
  {
    flags: '--wait-ready <duration>',
    help: 'wait so long for a runtime that is still starting (default: 0; 2m for a managed one)',
    group: 'Target:',
    parse: durationFlag,
  },
  {
    flags: '--rpc-timeout <duration>',
    help: 'deadline of a call (default: 2m, as a kubelet)',
    group: 'Target:',
    parse: durationFlag,
  },
  {
    flags: '--registry-listen <address>',
    help: 'loopback address and port of the built-in registry (default: 127.0.0.1:0, a free port)',
    group: 'Target:',
  },
  { flags: '--allow-kubelet', help: 'go on although a kubelet uses the runtime', group: 'Target:' },
];

/** The user's own runtime takes part in scenarios in which the daemon goes and comes back. */
export const daemonFlags: readonly Flag[] = [
  { flags: '--stop-command <line>', help: 'for /bin/sh: ends the runtime, its pods go on', group: 'Target:' },
  {
    flags: '--start-command <line>',
    help: 'starts it again, and does not wait for its end',
    group: 'Target:',
  },
  {
    flags: '--restart-command <line>',
    help: 'both at once (default: --stop-command, then --start-command)',
    group: 'Target:',
  },
  { flags: '--crash-command <line>', help: 'kills it, as kill -9 does', group: 'Target:' },
];

export const kubeletFlags: readonly Flag[] = [
  {
    flags: '--kubelet <minor>',
    help: 'version of the kubelet that is played (default: 1.37)',
    group: 'Run:',
    parse: minorVersion,
  },
  {
    flags: '--pace <pace>',
    help: 'its own waits, or the same calls with shorter ones (default: compressed)',
    group: 'Run:',
    choices: ['compressed', 'kubelet'],
  },
];

export const selectionFlags: readonly Flag[] = [
  {
    flags: '--only <ids>',
    help: 'exactly these contracts or scenarios, with commas; @file: one per line',
    group: 'Selection:',
    parse: many,
  },
  { flags: '--skip <globs>', help: 'leave these out', group: 'Selection:', parse: many },
];

export const runFlags: readonly Flag[] = [
  {
    flags: '--workers <n>',
    help: 'scenarios at the same time (default: 4; 12 on the reference runtime)',
    group: 'Run:',
    parse: positiveInteger,
  },
  {
    flags: '--runtime-log <source>',
    help: "save the runtime's own log of the run: unit:NAME, file:PATH, container:NAME, none (default: that of a managed one)",
    group: 'Run:',
  },
  {
    flags: '--global-timeout <duration>',
    help: 'end the run after that, exit 124',
    group: 'Run:',
    parse: durationFlag,
  },
  {
    flags: '--max-evidence <size>',
    help: 'stop recording at this size; the rest is only counted, and the run is incomplete: exit 7 where it would be 0 (default: 1GB)',
    group: 'Run:',
    parse: byteCount,
  },
];

export const verdictFlags: readonly Flag[] = [
  {
    flags: '--known-failing <file>',
    help: 'violations that are known, each with a reason',
    group: 'Verdict:',
  },
  {
    flags: '--fail-on <level>',
    help: 'from which level on a violation is negative (default: must)',
    group: 'Verdict:',
    choices: failOnChoices,
  },
  { flags: '--pass-with-no-tests', help: 'exit 0 instead of 5 when nothing ran', group: 'Verdict:' },
];

export const fileFlags: readonly Flag[] = [
  {
    flags: '-o, --output <directory>',
    help: 'where evidence and reports go (default: ./criprobe-results/<run>; env: CRIPROBE_OUTPUT, ARTIFACTS)',
    group: 'Output:',
  },
  {
    flags: '--reporter <list>',
    help: 'html, json, junit, none (default: html,json,junit)',
    group: 'Output:',
    parse: many,
  },
  { flags: '--junit <file>', help: 'one more JUnit report', group: 'Output:' },
  { flags: '--html <file>', help: 'one more HTML report', group: 'Output:' },
  { flags: '--report-prefix <text>', help: 'put before the names of the reports', group: 'Output:' },
];

export const jsonFlag: Flag = {
  flags: '--json',
  help: 'the result as JSON on stdout, nothing else there',
  group: 'Output:',
};

export const shownFlags: readonly Flag[] = [
  { flags: '-q, --quiet', help: 'no progress', group: 'Output:' },
  { flags: '-v, --verbose', help: 'every contract, not only what went wrong', group: 'Output:' },
];

export const liveFlags: readonly Flag[] = [
  { flags: '-D, --debug', help: 'every call on stderr as it ends', group: 'Output:' },
  {
    flags: '--ndjson',
    help: 'the recording on stdout while it is made, a line per event, and the result as the last line',
    group: 'Output:',
  },
];

export const colorFlags: readonly Flag[] = [
  {
    flags: '--color <when>',
    help: 'auto, always, never (default: auto; env: NO_COLOR, FORCE_COLOR)',
    group: 'Output:',
    choices: ['auto', 'always', 'never'],
  },
  { flags: '--no-color', help: 'the same as --color never', group: 'Output:' },
];
