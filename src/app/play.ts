// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { exitCode } from '#base/exit-code.js';
import { withoutTelling } from '#base/secrets.js';
import { struck } from '#evidence/redact.js';
import { nodeFiles } from '#kubelet/node-files.js';
import type { ClusterObjects } from '#pod/cluster-objects.js';
import type { ManifestFile } from '#pod/manifest-documents.js';
import { parseManifests } from '#pod/parse-manifests.js';
import type { Pod } from '#pod/pod.js';
import { asNewPod } from './as-new-pod.js';
import { withRegistry } from './drive/placeholders.js';
import { failureOf } from './errors/catalogue.js';
import { nodeFactsFrom } from './node-facts-file.js';
import { openCallsFile } from './play-calls.js';
import { havePresent } from './play-images.js';
import type { PlayOptions } from './play-options.js';
import { playPods } from './play-pods.js';
import { keepSecretsOf } from './play-secrets.js';
import { livedAndEnded, playedText, type PlayedPod } from './play-summary.js';
import { readNodeFacts } from './read-node-facts.js';
import { reservationsText } from './reservations.js';
import { announce } from './session/announce.js';
import { openSession, type Session } from './session/session.js';
import { openTarget } from './session/open-target.js';
import type { Target } from './session/target.js';
import { systemClock } from './system-clock.js';
import type { Answer, Io } from './use-case.js';

/** Pod manifests through their kubelet life, on a runtime. */
export async function play(options: PlayOptions, io: Io): Promise<Answer> {
  const { pods, objects } = parseManifests(
    await Promise.all(options.files.map((file) => manifestOf(file, io))),
    { runtimeHandler: options.runtimeHandler },
  );
  keepSecretsOf(objects);
  const session = await openSession(options, io);
  let remains: readonly string[] = [];
  const played = await playOn({ options, io, session, pods, objects }).finally(async () => {
    remains = await session.end();
  });
  for (const what of remains) io.progress.line(`could not be cleaned up: ${what}`);
  const notOurs = session.own.withheld.map(({ message }) => message);
  const good = remains.length === 0 && notOurs.length === 0 && played.every(livedAndEnded);
  const exit = io.signal.aborted ? exitCode.interrupted : good ? exitCode.ok : exitCode.negative;
  const shown = played.map((pod) => struck(pod, withoutTelling) as PlayedPod);
  return { exit, text: `${playedText(shown)}${reservationsText({ notOurs })}`, json: { pods: shown } };
}

async function manifestOf(file: string, { cwd }: Io): Promise<ManifestFile> {
  if (file === '-') return { text: await text(process.stdin), file: '(standard input)' };
  try {
    return { text: await readFile(resolve(cwd, file), 'utf8'), file };
  } catch (cause) {
    if (!isSystemError(cause)) throw cause;
    throw failureOf('E-MANIFEST', `${file} cannot be read`, {
      seen: cause.message,
      likely: 'a typing error in the path',
      fix: 'name a file that exists and can be read; - reads standard input',
      cause,
    });
  }
}

function isSystemError(error: unknown): error is { readonly message: string } {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}

interface Playing {
  readonly options: PlayOptions;
  readonly io: Io;
  readonly session: Session;
  readonly pods: readonly Pod[];
  readonly objects: ClusterObjects;
}

async function playOn(playing: Playing): Promise<readonly PlayedPod[]> {
  const { options, io, session } = playing;
  const present = options.present.map((image) => withRegistry(image, session.images));
  const notServed = present.filter((image) => !image.startsWith(`${session.images}/`));
  const madeUpImages = present.length === 0 ? 'any' : notServed;
  const target = await openTarget(session, { ...options, madeUpImages }, io);
  announce(target, session, io);
  const calls =
    options.calls === undefined ? undefined : openCallsFile(resolve(io.cwd, options.calls), session.own);
  try {
    await havePresent(target.cri, present, io.signal);
    return await onTarget(playing, target, calls?.client(target.cri) ?? target.cri);
  } finally {
    calls?.close();
    await target.close();
  }
}

async function onTarget(
  { options, io, session, pods, objects }: Playing,
  target: Target,
  cri: Target['cri'],
): Promise<readonly PlayedPod[]> {
  const { holdMs, graceSeconds, pace, kubeletVersion: version } = options;
  const { directory, podWillExist, images } = session;
  const ours = pods.map((pod) => withRegistry(asNewPod(pod, options.asStatic), images));
  for (const { metadata } of ours) podWillExist(metadata.uid);
  const { podCgroups } = target;
  const told = await nodeFactsFrom(options.node, io.cwd);
  const facts = { ...(await readNodeFacts()), podCgroups, ...told };
  const say = (line: string): void => {
    io.progress.line(line);
  };
  return playPods(
    {
      ...{ cri, holdMs, graceSeconds, say, signal: io.signal, clock: systemClock },
      node: nodeFiles({ podLogsDir: join(directory, 'pods'), rootDir: join(directory, 'kubelet') }),
      kubelet: {
        pace,
        version,
        apiVersion: target.ready.apiVersion,
        source: options.asStatic ? 'file' : 'api',
        facts,
        objects,
        runtimeHandler: target.handler,
      },
    },
    ours,
  );
}
