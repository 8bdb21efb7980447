// SPDX-License-Identifier: Apache-2.0
/** Exit codes of the process; scripts and Kubernetes Jobs branch on them. */
export const exitCode = {
  ok: 0,
  failed: 1,
  usage: 2,
  preflight: 3,
  /** A bug in criprobe, and nothing else. */
  internal: 4,
  nothingRan: 5,
  warnings: 6,
  /** Neither the runtime nor criprobe: a full disk, too few open files, more evidence than may be kept. */
  environment: 7,
  globalTimeout: 124,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
