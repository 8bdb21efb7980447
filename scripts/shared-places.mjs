// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';

const directories = ['/run/containerd/s', '/run/crun', '/var/lib/cni/results'];
const forwarding = '/proc/sys/net/ipv4/ip_forward';

/**
 * What all runtimes of a machine share, made ready for lives that overlap, and put back by what this returns. Who begins first
 * records what was not there before, and may end first; then nobody knows any more that it has to go.
 */
export function makeSharedPlaces() {
  const setting = readFileSync(forwarding, 'utf8');
  const made = directories.flatMap(withParents).filter((path) => !existsSync(path));
  for (const path of made) mkdirSync(path, { mode: 0o700 });
  writeFileSync(forwarding, '1');
  return () => {
    writeFileSync(forwarding, setting);
    for (const path of made.toReversed()) {
      if (existsSync(path) && readdirSync(path).length === 0) rmdirSync(path);
    }
  };
}

/** The outer ones first. */
function withParents(path) {
  const parts = path.split('/').slice(1);
  return parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}`);
}
