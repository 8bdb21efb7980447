// SPDX-License-Identifier: Apache-2.0
export const appletNames = [
  'sh',
  'ash',
  'sleep',
  'true',
  'false',
  'echo',
  'printf',
  'cat',
  'test',
  '[',
  'touch',
  'rm',
  'mkdir',
  'ls',
  'env',
  'printenv',
  'id',
  'whoami',
  'hostname',
  'pwd',
  'date',
  'kill',
  'seq',
  'wc',
  'head',
  'tail',
  'top',
  'nc',
] as const;

/** Where a busybox has its programs. */
export const appletPaths: readonly string[] = [
  '/box',
  '/pause',
  '/bin/busybox',
  ...appletNames.map((name) => `/bin/${name}`),
];
