// SPDX-License-Identifier: Apache-2.0
// Written by scripts/generate-cri.mjs from src/cri/proto/v1.proto. Do not edit.

/** Request fields that the proto marks as secret. */
export const secretFields: readonly { readonly method: string; readonly path: readonly string[] }[] = [
  { method: 'PullImage', path: ['auth', 'password'] },
  { method: 'PullImage', path: ['auth', 'auth'] },
  { method: 'PullImage', path: ['auth', 'identity_token'] },
  { method: 'PullImage', path: ['auth', 'registry_token'] },
];
