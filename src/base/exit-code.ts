// SPDX-License-Identifier: Apache-2.0
/** What the process exits with; scripts and Kubernetes Jobs branch on it. */
export const exitCode = {
  ok: 0,
  failed: 1,
  usage: 2,
  preflight: 3,
  /** A bug of ours, and nothing else. */
  internal: 4,
  nothingRan: 5,
  warnings: 6,
  /** Neither the runtime nor we: a full disk, too few open files, more evidence than may be kept. */
  environment: 7,
  globalTimeout: 124,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
