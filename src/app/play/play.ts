// SPDX-License-Identifier: Apache-2.0
import { join, resolve } from 'node:path';
import { exitCode } from '#base/exit-code.js';
import { errorMessage } from '#base/text/error-message.js';
import { withoutTelling } from '#base/text/secrets.js';
import { struck } from '#evidence/write/redact.js';
import { maxManifestBytes, readNamedText, readStandardInput } from '#files/read-named-text.js';
import type { NodeFacts } from '#kubelet/model/node-facts.js';
import { nodeFiles } from '#kubelet/context/node-files.js';
import type { ClusterObjects } from '#pod/cluster-objects.js';
import type { ManifestFile } from '#pod/manifest-documents.js';
import { parseManifests } from '#pod/parse-manifests.js';
import type { Pod } from '#pod/pod.js';
import { withRegistry } from '#runner/steps/placeholders.js';
import { failureOf } from '#base/errors/catalogue.js';
import { nodeFactsFrom } from './node-facts-file.js';
import { openCallsFile } from './play-calls.js';
import { havePresent } from './play-images.js';
import type { PlayOptions } from './play-options.js';
import { playPods } from './play-pods.js';
import { keepSecretsOf } from './play-secrets.js';
import { livedAndEnded, playedText, type PlayedPod } from './play-summary.js';
import { readNodeFacts } from '../target/read-node-facts.js';
import { reservationsText } from '#runner/reservations.js';
import { announceTarget } from '../target/session/announce.js';
import { openSession, type TargetSession } from '../target/session/session.js';
import { openTarget } from '../target/session/open-target.js';
import type { Target } from '../target/session/target.js';
import { systemClock } from '#host/system-clock.js';
import type { CommandResult, Io } from '../shared/use-case.js';

/** Runs Pod manifests on a runtime as a kubelet would. */
export async function play(options: PlayOptions, io: Io): Promise<CommandResult> {
  const { pods, objects } = parseManifests(
    await Promise.all(options.files.map((file) => manifestOf(file, io))),
    { runtimeHandler: options.runtimeHandler },
  );
  keepSecretsOf(objects);
  const told = await nodeFactsFrom(options.node, io);
  const session = await openSession(options, io);
  let remains: readonly string[] = [];
  const played = await playOn({ options, io, session, pods, objects, told }).finally(async () => {
    remains = await session.end();
  });
  for (const what of remains) io.progress.line(`could not be cleaned up: ${what}`);
  const notOurs = session.own.withheld.map(({ message }) => message);
  const good = remains.length === 0 && notOurs.length === 0 && played.every(livedAndEnded);
  const exit = io.signal.aborted ? exitCode.interrupted : good ? exitCode.ok : exitCode.failed;
  const shown = played.map((pod) => struck(pod, withoutTelling) as PlayedPod);
  return { exit, text: `${playedText(shown)}${reservationsText({ notOurs })}`, json: { pods: shown } };
}

async function manifestOf(named: string, { cwd, signal }: Io): Promise<ManifestFile> {
  const isStdin = named === '-';
  const file = isStdin ? '(standard input)' : named;
  try {
    const text = isStdin
      ? await readStandardInput(maxManifestBytes, signal)
      : await readNamedText(resolve(cwd, file), maxManifestBytes, signal);
    return { text, file };
  } catch (cause) {
    throw failureOf('E-MANIFEST', `${file} cannot be read`, {
      seen: errorMessage(cause),
      fix: 'name a file that exists and can be read; - reads standard input',
      cause,
    });
  }
}

interface PlayInput {
  readonly options: PlayOptions;
  readonly io: Io;
  readonly session: TargetSession;
  readonly pods: readonly Pod[];
  readonly objects: ClusterObjects;
  /** Node facts that override those read from this machine. */
  readonly told: Partial<NodeFacts>;
}

async function playOn(playing: PlayInput): Promise<readonly PlayedPod[]> {
  const { options, io, session } = playing;
  const present = options.present.map((image) => withRegistry(image, session.images));
  const notServed = present.filter((image) => !image.startsWith(`${session.images}/`));
  const madeUpImages = present.length === 0 ? 'any' : notServed;
  const target = await openTarget(session, { ...options, madeUpImages }, io);
  announceTarget(target, session, io);
  const calls =
    options.calls === undefined ? undefined : openCallsFile(resolve(io.cwd, options.calls), session.own);
  const signal = calls === undefined ? io.signal : AbortSignal.any([io.signal, calls.broken]);
  try {
    await havePresent(target.cri, present, signal);
    const cri = calls?.client(target.cri) ?? target.cri;
    return await onTarget({ ...playing, io: { ...io, signal } }, target, cri);
  } finally {
    try {
      await calls?.close(io.signal);
    } finally {
      await target.close();
    }
  }
}

async function onTarget(
  { options, io, session, pods, objects, told }: PlayInput,
  target: Target,
  cri: Target['cri'],
): Promise<readonly PlayedPod[]> {
  const { holdMs, deleteAfterMs, graceSeconds, pace, kubeletVersion: version } = options;
  const { directory, registerPod, images } = session;
  const ours = pods.map((pod) => withRegistry(asNewPod(pod, options.asStatic), images));
  for (const { metadata } of ours) registerPod(metadata.uid);
  const { podCgroups } = target;
  const facts = { ...(await readNodeFacts()), podCgroups, ...told };
  const say = (line: string): void => {
    io.progress.line(line);
  };
  return playPods(
    {
      cri,
      holdMs,
      deleteAfterMs,
      graceSeconds,
      say,
      signal: io.signal,
      clock: systemClock,
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

type NewPod = Pod & { readonly metadata: { readonly uid: string } };

/**
 * Gives a pod a new uid, as an API server does (a kubelet gives static pods a hash). The manifest's uid may
 * be that of a live pod here, and the cleanup removes everything with a uid of ours.
 */
function asNewPod(pod: Pod, asStatic: boolean): NewPod {
  const made = crypto.randomUUID();
  const uid = asStatic ? made.replaceAll('-', '') : made;
  return { ...pod, metadata: { ...pod.metadata, uid } };
}
