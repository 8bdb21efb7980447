// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '../exit-code.js';
import type { ErrorEntry } from './entry.js';

const exit = exitCode.usage;

export type FileCode =
  | 'E-FILE'
  | 'E-UNTRUSTED'
  | 'E-POLICY'
  | 'E-OUTPUT'
  | 'E-MANIFEST'
  | 'E-EVIDENCE'
  | 'E-EVIDENCE-WRITE'
  | 'E-LEDGER-WRITE'
  | 'E-STATE-WRITE'
  | 'E-OPEN-FILES'
  | 'E-RESULT'
  | 'E-BASELINE'
  | 'E-PROGRAM-RULE';

/** Files and texts that the user passes. */
export const fileEntries: Readonly<Record<FileCode, ErrorEntry>> = {
  'E-FILE': {
    title: 'A file cannot be read',
    exit,
    seen: 'the error of the file system',
    likely: 'a typo in its path',
    fix: 'name a file that exists and can be read',
  },
  'E-UNTRUSTED': {
    title: 'Others may write where only criprobe may',
    exit,
    seen: 'the file or directory, and who may write to it: its owner, its group or everybody',
    likely: 'sudo in a directory of another user, or a group- or world-writable directory',
    fix: 'chmod go-w or chown it; or use a place that only you may write to',
  },
  'E-POLICY': {
    title: 'A gate policy is wrong',
    exit,
    seen: 'the key, and what was expected',
    likely: 'a typo, or a policy without a minimum of executed contracts',
    fix: 'correct the policy; docs/gate.md explains every key',
  },
  'E-OUTPUT': {
    title: 'Results cannot be written',
    exit: exitCode.environment,
    seen: 'the error of the file system',
    likely: 'the directory is not writable, or the disk is full',
    fix: 'choose another directory with --output',
  },
  'E-MANIFEST': {
    title: 'A Pod manifest cannot be used',
    exit,
    seen: 'file:line: the path of the field, and what is wrong there',
    likely: 'a typo, or not a v1 Pod',
    fix: 'correct the manifest there',
  },
  'E-EVIDENCE': {
    title: 'A file is not a criprobe recording',
    exit,
    seen: 'what is wrong with it',
    likely: 'the wrong file, or another version of criprobe wrote it',
    fix: 'criprobe judge criprobe-results/latest/evidence.jsonl',
  },
  'E-EVIDENCE-WRITE': {
    title: 'The evidence cannot be written',
    exit: exitCode.environment,
    seen: 'the error of the file system',
    likely: 'the disk is full, or the directory is gone',
    fix: 'make room, or choose another directory with --output',
  },
  'E-LEDGER-WRITE': {
    title: 'The ledger of a run cannot be written',
    exit: exitCode.environment,
    seen: 'the error of the file system',
    likely: 'the disk is full',
    fix: 'make room in the state directory (root: /var/lib/criprobe, others: ~/.local/state/criprobe), or name another one with CRIPROBE_STATE',
  },
  'E-STATE-WRITE': {
    title: 'A file of a run cannot be written',
    exit: exitCode.environment,
    seen: 'the error of the file system',
    likely: 'the disk of the state directory is full, over its quota, or read-only',
    fix: 'make room in the state directory (root: /var/lib/criprobe, others: ~/.local/state/criprobe), or name another one with CRIPROBE_STATE',
  },
  'E-OPEN-FILES': {
    title: 'The limit on open files is too low',
    exit: exitCode.environment,
    seen: 'EMFILE or ENFILE: too many open files',
    likely: 'a low limit in the shell or the service that starts criprobe',
    fix: 'ulimit -n 1024; in a systemd unit LimitNOFILE=1024; for ENFILE sysctl -w fs.file-max=…',
  },
  'E-RESULT': {
    title: 'A file is not a criprobe result',
    exit,
    seen: 'what is wrong with it',
    likely: 'the wrong file',
    fix: 'criprobe run --json > result.json',
  },
  'E-BASELINE': {
    title: 'A policy counts regressions, but there is no baseline',
    exit,
    seen: 'the rule of the policy',
    likely: '--baseline was not given',
    fix: 'criprobe gate --policy <file> --baseline <result.json of the version in use>',
  },
  'E-PROGRAM-RULE': {
    title: 'A rule for a program cannot be parsed',
    exit,
    seen: 'the part that cannot be parsed',
    likely: 'a typo in --program',
    fix: "--program 'job=exits 4 after 0.1 s', 'job=ends on SIGTERM with 0', 'job=prints hello, exits 0'",
  },
};
