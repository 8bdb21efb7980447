// SPDX-License-Identifier: Apache-2.0
import { bugClaims } from './bug-claims.js';
import { kubeletClaims } from './kubelet-claims.js';

/** A contract says with these codes what it stands for; docs/claims.md lists them with their contracts. */
export type ClaimCode = keyof typeof kubeletClaims | keyof typeof bugClaims;

export const claims: Readonly<Record<ClaimCode, string>> = { ...kubeletClaims, ...bugClaims };
