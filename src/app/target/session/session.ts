// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '#base/failure.js';
import { abortedAfter } from '#base/giving-up.js';
import { leaveLastWill } from '#base/last-will.js';
import { namespaceOf } from '#base/run-marks.js';
import type { CriClient } from '#cri/client/client.js';
import { othersOnNode } from '#guard/others-on.js';
import { OwnObjects } from '#guard/own-objects.js';
import type { Connect } from '#run-ledger/clean-up-run.js';
import { openLedger, type Ledger } from '#run-ledger/ledger.js';
import { createOwnDirectory } from '#run-ledger/own-directory.js';
import { stateDirectory, workDirectory } from '#run-ledger/state-directory.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { usageFailure } from '#base/errors/usage-failure.js';
import { resolveTarget, type ChosenTarget } from '../discover.js';
import { absoluteSocket } from '../endpoint.js';
import type { TargetOptions } from '../target-options.js';
import type { Io } from '../../shared/use-case.js';
import { connectLedgered } from './connect-ledgered.js';
import { cleanUpImpatiently, type Impatience } from './clean-up-impatiently.js';
import { othersThere } from './others-there.js';
import { sweepDeadRuns, type SweptRuntime } from './sweep-dead-runs.js';

/** What a run owns on this machine while it lasts. Whatever can outlive a crash is in its ledger first. */
export interface TargetSession {
  readonly run: string;
  /** The runtime that was found before the sweep; undefined: look for it now. */
  readonly chosen: ChosenTarget | undefined;
  readonly ledger: Ledger;
  readonly registry: TestRegistry;
  /** What this run created on a runtime, or is about to create. */
  readonly own: OwnObjects;
  /** Enters the uid of the next pod in the ledger: from now on we may change and remove its objects. */
  readonly registerPod: (uid: string) => void;
  /** Lists, before we create anything, what is on a runtime: none of it is ever touched. */
  readonly leaveOthersAlone: (client: CriClient) => Promise<void>;
  /**
   * Prefix of every image reference of this run; `own` gives image ids that no other run shares:
   * `127.0.0.1:41873/own/criprobe-7f3a`.
   */
  readonly images: string;
  /** For sockets, logs and mounted files; removed at the end of the run. */
  readonly directory: string;
  /** Undoes all of it; what cannot be undone is returned and stays in the ledger. */
  readonly end: (experience?: Experience) => Promise<readonly string[]>;
}

/** What a run has seen of its runtime, for its clean-up. */
type Experience = Pick<Impatience, 'callLimit' | 'settleMs'>;

export async function openSession(
  options: TargetOptions,
  io: Pick<Io, 'env' | 'cwd' | 'progress' | 'now' | 'signal'>,
): Promise<TargetSession> {
  const run = randomBytes(3).toString('hex');
  const ownBelow = `own/${namespaceOf(run)}`;
  const registry = await startRegistry(ownBelow, options.registryListen);
  const state = stateDirectory(io.env);
  const { chosen, swept } = await lookForTarget(options, io);
  await sweepDeadRuns(state, swept, io);
  const ledger = openLedger(run, { state, namespace: namespaceOf(run), startedAt: io.now() });
  const directory = join(workDirectory(state), run);
  ledger.leaves({ kind: 'directory', path: directory });
  createOwnDirectory(directory);
  await mkdir(join(directory, 'pods'), { recursive: true });
  const images = `${registry.address}/${ownBelow}`;
  ledger.add({ kind: 'image-prefix', prefix: `${images}/` });
  const own = new OwnObjects({ imagePrefixes: [`${images}/`] });
  const registerPod = (uid: string): void => {
    ledger.add({ kind: 'pod-uid', uid });
    own.addPod(uid);
  };
  const leaveOthersAlone = async (client: CriClient): Promise<void> => {
    const ids = [...new Set([...(await othersThere(client, io.signal)), ...othersOnNode()])];
    ledger.add({ kind: 'others', ids });
    own.addOthers(ids);
  };
  const left = abortedAfter(io.signal, leavingMs);
  const end: TargetSession['end'] = (experience) => endSession({ ledger, registry, own }, left, experience);
  const forget = leaveLastWill(() => end());
  return {
    run,
    chosen,
    ledger,
    registry,
    own,
    registerPod,
    leaveOthersAlone,
    images,
    directory,
    end: (experience) => {
      forget();
      return end(experience);
    },
  };
}

interface LookedFor {
  readonly chosen: ChosenTarget | undefined;
  readonly swept: SweptRuntime;
}

async function lookForTarget(
  options: TargetOptions,
  io: Pick<Io, 'env' | 'cwd' | 'signal'>,
): Promise<LookedFor> {
  try {
    const chosen = await resolveTarget(options, io);
    if (chosen.kind === 'managed') return { chosen, swept: { kind: 'own' } };
    return { chosen, swept: { kind: 'socket', path: absoluteSocket(chosen.endpoint, io.cwd) } };
  } catch (error) {
    // The error is thrown when the target is opened: the sweep may start a runtime that a killed run stopped.
    const isNoneThere = error instanceof Failure && error.code === 'E-SOCKET-MISSING';
    return { chosen: undefined, swept: { kind: isNoneThere ? 'unknown' : 'own' } };
  }
}

/**
 * After an interruption, everything together ends within ten seconds: the pods have the first to leave, and
 * the clean-up what remains, but never less than its patience.
 */
const leavingMs = 3_000;
const patienceMs = 5_500;

async function endSession(
  { ledger, registry, own }: Pick<TargetSession, 'ledger' | 'registry' | 'own'>,
  interrupted: AbortSignal,
  experience: Experience = {},
): Promise<readonly string[]> {
  ledger.keep();
  const connect: Connect = (endpoint, cleaning) => {
    cleaning.reportTo(own);
    return connectLedgered(endpoint, cleaning);
  };
  const { remains } = await cleanUpImpatiently(ledger.record(), connect, {
    interrupted,
    patienceMs,
    ...experience,
    made: own,
  });
  await registry.close();
  return remains;
}

/** The registry serves anybody who can connect, so it listens on loopback only. */
async function startRegistry(ownBelow: string, address = '127.0.0.1:0'): Promise<TestRegistry> {
  const port = Number(/^(?:127\.0\.0\.1|localhost):(\d+)$/.exec(address)?.[1]);
  const fix = '--registry-listen 127.0.0.1:<port>, with a port that is free; it is bound to loopback only';
  if (!(port >= 0 && port < 65_536)) throw usageFailure(`The registry cannot listen on "${address}"`, fix);
  return startTestRegistry({ port, ownBelow }).catch((cause: unknown) => {
    throw usageFailure(`The registry cannot listen on ${address}: ${String(cause)}`, fix);
  });
}
