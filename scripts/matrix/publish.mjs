// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir, hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';

/** Writes the publishable part of a result to <runtime>/<version>.<handler>.json and returns the path. */
export function publish(entry, result, output) {
  const { name, version } = result.target;
  // A distribution's version suffix says nothing about the runtime.
  const file = join(output, name, `${version.replace(/[~+].*$/, '')}.${entry.variant}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(publishable(result), null, 2)}\n`);
  return file;
}

/** Without the machine it ran on, and without the numbers of calls, whose recording is not published. */
export function publishable(result, machine = thisMachine()) {
  const texts = (ruling) =>
    ['expected', 'actual', 'reason']
      .filter((field) => ruling[field] !== undefined)
      .map((field) => [field, withoutMachine(ruling[field], machine)]);
  return {
    ...result,
    target: { ...result.target, endpoint: 'private' },
    rulings: result.rulings.map((ruling) => ({
      ...ruling,
      ...Object.fromEntries(texts(ruling)),
      calls: [],
    })),
  };
}

function thisMachine() {
  const { CRIPROBE_RUNTIMES, CRIPROBE_STATE, TMPDIR } = process.env;
  const own = [root.replace(/\/$/, ''), CRIPROBE_RUNTIMES, CRIPROBE_STATE, TMPDIR, tmpdir(), homedir()];
  const usual = [
    '/var/cache/criprobe-runtimes',
    '/var/lib/criprobe',
    '/run/criprobe',
    '/var/tmp',
    '/tmp',
    '/root',
    '/home',
  ];
  return { host: hostname(), directories: [...own, ...usual].filter((path) => path && path !== '/') };
}

/** Keeps only the last component of a path: the rest may identify the machine. */
function withoutMachine(text, { host, directories }) {
  const roots = directories.map(escaped).join('|');
  const paths = new RegExp(`(?<![\\w./-])(?:unix://)?(?:${roots})(/[^\\s"':,;)]*)?(?![\\w-])`, 'g');
  const name = new RegExp(`(?<![\\w-])${escaped(host)}(?![\\w-])`, 'g');
  const without = text.replaceAll(paths, shortened);
  return host.length < 4 || host === 'localhost' ? without : without.replaceAll(name, '<node>');
}

function shortened(path) {
  return `…/${path.split('/').at(-1)}`;
}

function escaped(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
