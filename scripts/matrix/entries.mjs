// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const cache = process.env.CRIPROBE_RUNTIMES ?? '/var/cache/criprobe-runtimes';

/** Runtimes to test with crun, too: one containerd and one CRI-O are enough. */
const underCrun = ['containerd-2.1.9', 'crio-1.36.3'];

/** Folders with a Dockerfile, and the runtime in them. They need an engine, which DOCKER_HOST names. */
const examples = { 'containerd-in-docker': 'containerd-2.1.9', 'crio-in-docker': 'crio-1.36.3' };

/** In-place upgrades that people make, each from a version that is set up to another one. */
const upgrades = [
  ['containerd-1.6.20', 'containerd-1.7.24'],
  ['containerd-1.7.24', 'containerd-2.1.9'],
  ['containerd-1.6.20', 'containerd-2.1.9'],
  ['containerd-2.1.9', 'containerd-2.4.2'],
  ['crio-1.34.0', 'crio-1.36.3'],
];

/** What to run the suite on: a name, the arguments for `criprobe run`, and the list of known failures. */
export function entriesHere({ only }) {
  const here = runtimesSetUp();
  const entries = [...here.flatMap(entriesOf), ...inContainers(), ...upgradesAmong(here)];
  if (only === undefined) return entries;
  const unknown = only.find((name) => !entries.some((entry) => entry.name === name));
  if (unknown !== undefined) {
    throw new Error(`there is no ${unknown}, but ${entries.map(({ name }) => name).join(' ')}`);
  }
  return entries.filter(({ name }) => only.includes(name));
}

function runtimesSetUp() {
  const file = join(cache, 'runtimes.json');
  if (!existsSync(file)) throw new Error(`no ${file}: run .ci/setup-runtimes`);
  return JSON.parse(readFileSync(file, 'utf8')).runtimes.filter(({ managed }) => managed !== null);
}

function entriesOf({ name, version, managed }) {
  const args = ['--managed', managed];
  const runc = { name, known: name, version, variant: 'runc', args };
  if (!underCrun.includes(name)) return [runc];
  return [
    runc,
    { ...runc, name: `${name}-crun`, variant: 'crun', args: [...args, '--runtime-handler', 'crun'] },
  ];
}

function upgradesAmong(runtimes) {
  const managed = new Map(runtimes.map(({ name, managed }) => [name, managed]));
  return upgrades
    .filter((pair) => pair.every((name) => managed.has(name)))
    .map(([from, to]) => ({
      name: `${from}-to-${to.replace(/^\w+-/, '')}`,
      command: 'upgrade',
      // Where the other version ends every pod, most contracts have no occasion.
      args: ['--from', managed.get(from), '--to', managed.get(to), '--pass-with-no-tests'],
    }));
}

function inContainers() {
  if (!process.env.DOCKER_HOST) return [];
  return Object.entries(examples)
    .map(([name, inside]) => ({ name, inside, folder: join(root, 'examples', name) }))
    .filter(({ folder }) => existsSync(join(folder, 'Dockerfile')))
    .map(({ name, inside, folder }) => ({
      name,
      known: inside,
      variant: 'runc.in-container',
      args: ['--managed', `container:${folder}`],
    }));
}
