// SPDX-License-Identifier: Apache-2.0
import { differences, type Difference, type DifferenceName } from './differences.js';

/** What a kubelet of one minor does. */
export type Traits = Readonly<Record<DifferenceName, boolean>>;

/** Of a version as `1.37`; the minor counts. */
export function traitsOf(version: string): Traits {
  const minor = minorOf(version);
  const entries = Object.entries(differences).map(([name, difference]) => [name, holds(difference, minor)]);
  return Object.fromEntries(entries) as Traits;
}

export function minorOf(version: string): number {
  return Number(version.split('.')[1]);
}

function holds({ since, until }: Difference, minor: number): boolean {
  return minor >= since && (until === undefined || minor <= until);
}
