// SPDX-License-Identifier: Apache-2.0
import { reportFormats } from '#app/shared/report-formats.js';
import type { Flag } from './flag.js';

export const targetFlags = [
  {
    flags: '-r, --runtime-endpoint <uri>',
    help: 'socket of the runtime: a path, unix:/path or unix:///path (default: found, see docs/cli.md#which-runtime; env: CONTAINER_RUNTIME_ENDPOINT)',
    group: 'Target:',
    option: 'runtimeEndpoint',
    notFor: ['compare'],
  },
  {
    flags: '-i, --image-endpoint <uri>',
    help: 'socket of the image service (default: that of the runtime; env: IMAGE_SERVICE_ENDPOINT)',
    group: 'Target:',
    option: 'imageEndpoint',
    notFor: ['compare'],
  },
  {
    flags: '--managed <spec>',
    group: 'Target:',
    parse: 'managed',
    option: 'managed',
    notFor: ['compare', 'upgrade'],
  },
  {
    flags: '--target <name>',
    help: 'a target of the config file',
    group: 'Target:',
    option: 'target',
    notFor: ['compare', 'upgrade'],
  },
  {
    flags: '--runtime-handler <name>',
    help: 'handler for the pods (default: that of the runtime)',
    group: 'Target:',
    option: 'runtimeHandler',
  },
  {
    flags: '-c, --config <file>',
    help: 'config file (default: criprobe.yaml or criprobe.json here; env: CRIPROBE_CONFIG)',
    group: 'Target:',
  },
  {
    flags: '-t, --timeout <duration>',
    help: 'for connecting and the first calls',
    group: 'Target:',
    parse: 'duration',
    option: 'connectTimeoutMs',
    config: 'timeouts.connect',
  },
  {
    flags: '--wait-ready <duration>',
    help: 'how long to wait for a runtime that is still starting',
    group: 'Target:',
    parse: 'duration',
    option: 'waitReadyMs',
    config: 'timeouts.waitReady',
    defaultNote: '; 2m for a managed one',
    notFor: ['doctor'],
  },
  {
    flags: '--rpc-timeout <duration>',
    help: 'longest deadline of a call',
    group: 'Target:',
    parse: 'duration',
    option: 'rpcTimeoutMs',
    config: 'timeouts.rpc',
    defaultNote: ', as a kubelet',
  },
  {
    flags: '--registry-listen <address>',
    help: 'loopback address and port of the built-in registry (default: 127.0.0.1:0, a free port)',
    group: 'Target:',
    option: 'registryListen',
  },
  {
    flags: '--allow-kubelet',
    help: 'run although a kubelet uses the runtime',
    group: 'Target:',
    option: 'allowKubelet',
  },
] as const;

/** For scenarios that stop, kill or restart the user's own runtime. */
export const daemonFlags = [
  {
    flags: '--stop-command <line>',
    help: 'stops the runtime, not its pods; run by /bin/sh',
    group: 'Target:',
  },
  {
    flags: '--start-command <line>',
    help: 'starts it again, in the background',
    group: 'Target:',
  },
  {
    flags: '--restart-command <line>',
    help: 'both at once (default: --stop-command, then --start-command)',
    group: 'Target:',
  },
  { flags: '--crash-command <line>', help: 'kills it, as kill -9 does', group: 'Target:' },
] as const;

export const kubeletFlags = [
  {
    flags: '--kubelet <minor>',
    help: 'Kubernetes version of the kubelet',
    group: 'Run:',
    parse: 'minor',
    option: 'kubeletVersion',
  },
  {
    flags: '--pace <pace>',
    help: 'waits as in a real kubelet, or shortened',
    group: 'Run:',
    choices: ['compressed', 'kubelet'],
    option: 'pace',
  },
] as const;

export const selectionFlags = [
  {
    flags: '--only <ids>',
    help: 'exactly these contracts, or scenario:ID, with commas; @file: one per line',
    group: 'Selection:',
    parse: 'list',
  },
  {
    flags: '--skip <globs>',
    help: 'leave out these contracts, or scenario:GLOB',
    group: 'Selection:',
    parse: 'list',
    config: 'select.skip',
  },
] as const;

export const runFlags = [
  {
    flags: '--workers <n>',
    help: 'scenarios in parallel (default: 4; 24 on the reference runtime)',
    group: 'Run:',
    parse: 'count',
    option: 'workers',
    config: 'execution.workers',
  },
  {
    flags: '--runtime-log <source>',
    help: "save the runtime's own log of the run: unit:NAME, file:PATH, container:NAME, none (default: that of a managed one)",
    group: 'Run:',
    option: 'runtimeLog',
  },
  {
    flags: '--global-timeout <duration>',
    help: 'end the run after this time, exit 124',
    group: 'Run:',
    parse: 'duration',
    option: 'globalTimeoutMs',
    config: 'timeouts.global',
  },
  {
    flags: '--max-evidence <size>',
    help: 'stop recording at this size; the rest is only counted, and the run is incomplete: exit 7 where it would be 0',
    group: 'Run:',
    parse: 'size',
    option: 'maxEvidenceBytes',
    config: 'execution.maxEvidence',
  },
] as const;

export const verdictFlags = [
  {
    flags: '--known-failing <file>',
    help: 'known violations, each with a reason',
    group: 'Verdict:',
    notFor: ['compare'],
  },
  {
    flags: '--fail-on <level>',
    help: 'the lowest level whose violation makes the verdict negative',
    group: 'Verdict:',
    parse: 'fail-on',
    option: 'failOn',
    notFor: ['gate'],
  },
  {
    flags: '--pass-with-no-tests',
    help: 'exit 0 instead of 5 when nothing ran',
    group: 'Verdict:',
    option: 'passWithNoTests',
    notFor: ['compare', 'gate'],
  },
] as const;

export const fileFlags = [
  {
    flags: '-o, --output <directory>',
    help: 'where evidence and reports go (default: ./criprobe-results/<run>; env: CRIPROBE_OUTPUT, ARTIFACTS)',
    group: 'Output:',
    option: 'output',
    config: 'reports.output',
  },
  {
    flags: '--reporter <list>',
    group: 'Output:',
    parse: 'formats',
    option: 'reporters',
    config: 'reports.formats',
  },
  {
    flags: '--report-prefix <text>',
    help: 'prefix of the names of the reports',
    group: 'Output:',
    option: 'reportPrefix',
  },
] as const;

/** `--html <file>` and the others: for one run. */
export const copyFlags: readonly Flag[] = reportFormats.flatMap(({ name, copyHelp: help }) =>
  help === undefined ? [] : [{ flags: `--${name} <file>`, help, group: 'Output:' as const }],
);

export const jsonFlag = {
  flags: '--json',
  help: 'print the result as JSON on stdout, and nothing else',
  group: 'Output:',
} as const;

export const shownFlags = [
  { flags: '-q, --quiet', help: 'no progress', group: 'Output:' },
  {
    flags: '-v, --verbose',
    help: 'every contract, not only failures',
    group: 'Output:',
    option: 'verbose',
  },
] as const;

export const liveFlags = [
  { flags: '-D, --debug', help: 'every call on stderr as it ends', group: 'Output:', option: 'debug' },
  {
    flags: '--ndjson',
    help: 'the recording on stdout as it is written, one line per event, and the result as the last line',
    group: 'Output:',
    option: 'ndjson',
  },
] as const;

export const colorFlags = [
  {
    flags: '--color <when>',
    help: 'auto, always, never (default: auto; env: NO_COLOR, FORCE_COLOR)',
    group: 'Output:',
    choices: ['auto', 'always', 'never'],
  },
  { flags: '--no-color', help: 'the same as --color never', group: 'Output:' },
] as const;

/** All flag groups above. */
export const sharedFlags: readonly Flag[] = [
  ...targetFlags,
  ...daemonFlags,
  ...kubeletFlags,
  ...selectionFlags,
  ...runFlags,
  ...verdictFlags,
  ...fileFlags,
  ...copyFlags,
  jsonFlag,
  ...shownFlags,
  ...liveFlags,
  ...colorFlags,
];
