// SPDX-License-Identifier: Apache-2.0
import type { Failure } from '#base/failure.js';
import { connectToRead } from '#guard/connect.js';
import { attempt, fine, problem, skipped, unlessInterrupted, warning, type Check } from './doctor-check.js';
import type { ChosenTarget } from '../target/discover.js';
import { absoluteSocket } from '../target/endpoint.js';
import { failureOf } from '#base/errors/catalogue.js';
import { kubeletFailure } from '../target/preflight/other-kubelet.js';
import { findLeftovers, leftoversNote } from '../target/preflight/leftovers.js';
import { meetRuntime } from '../target/preflight/meet-runtime.js';
import {
  conditionFailures,
  handlerFailure,
  handlersOf,
  type RuntimeFacts,
  type Sockets,
} from '../target/preflight/runtime-check.js';
import type { TargetOptions } from '../target/target-options.js';
import { tryPodOn } from '../target/session/try-pod-on.js';
import type { Io } from '../shared/use-case.js';

interface ExamineOptions extends TargetOptions {
  readonly tryPod: boolean;
}

/** Makes the checks of a run's preflight, but all of them, and reports each as a line. */
export async function examineRuntime(
  { endpoint, imageEndpoint, handler }: ChosenTarget & { readonly kind: 'endpoint' },
  options: ExamineOptions,
  io: Io,
): Promise<readonly Check[]> {
  const sockets: Sockets = {
    runtimeEndpoint: absoluteSocket(endpoint, io.cwd),
    imageEndpoint: absoluteSocket(imageEndpoint ?? endpoint, io.cwd),
  };
  const kubelet = await unlessInterrupted(examineKubelet(sockets.runtimeEndpoint, options, io), io);
  const known = await attempt(() =>
    unlessInterrupted(meetRuntime(sockets, { timeoutMs: options.connectTimeoutMs, env: io.env }), io),
  );
  if (known.kind === 'failed') {
    return [
      problem(known.failure),
      skipped('readiness, handlers, leftovers, a pod: not checked (they need the above)'),
      kubelet,
    ];
  }
  const obstacles = [...conditionFailures(known.is.status), handlerFailure(handler, known.is.status)];
  const conditions = obstacles.filter((failure) => failure !== undefined).map(problem);
  return [
    ...introduce(known.is),
    ...(conditions.length === 0 ? [fine('the runtime and the pod network report ready')] : conditions),
    ...(await unlessInterrupted(examineLeftovers(sockets, known.is, options), io)),
    kubelet,
    ...(await examinePod({ sockets, known: known.is, handler, blocked: conditions.length > 0 }, options, io)),
  ];
}

function introduce({ apiVersion, runtimeName, runtimeVersion, status }: RuntimeFacts): readonly Check[] {
  const handlers = handlersOf(status).map((name) => (name === '' ? '(default)' : name));
  const name = `${runtimeName} ${runtimeVersion}, CRI ${apiVersion}`;
  const listed = handlers.length === 0 ? 'it does not list its handlers' : `handlers ${handlers.join(', ')}`;
  if (apiVersion === 'v1') return [fine(`${name}, ${listed}`)];
  const old = failureOf(
    'E-CRI-V1ALPHA2',
    `${runtimeName} ${runtimeVersion} is too old: it offers only CRI v1alpha2`,
    {
      seen: 'runtime.v1.RuntimeService is not implemented, runtime.v1alpha2.RuntimeService answers',
    },
  );
  return [problem(old)];
}

async function examineKubelet(path: string, { allowKubelet }: ExamineOptions, { env }: Io): Promise<Check> {
  const failure: Failure | undefined = await kubeletFailure(path, env);
  if (failure === undefined) return fine('no kubelet uses this runtime');
  return allowKubelet ? warning(`${failure.message}; allowed by --allow-kubelet`) : problem(failure);
}

async function examineLeftovers(
  sockets: Sockets,
  { apiVersion }: RuntimeFacts,
  options: ExamineOptions,
): Promise<readonly Check[]> {
  const client = connectToRead({ ...sockets, apiVersion });
  const found = await attempt(() => findLeftovers(client, options.connectTimeoutMs));
  client.close();
  if (found.kind === 'failed') return [problem(found.failure)];
  const { is: leftovers } = found;
  if (leftovers === undefined)
    return [skipped('leftovers of earlier runs: the sandboxes could not be listed')];
  const note = leftoversNote(leftovers);
  return [
    note === undefined
      ? fine('no sandboxes of earlier runs')
      : warning(note, `criprobe cleanup -r ${sockets.runtimeEndpoint}`),
  ];
}

interface PodPlan {
  readonly sockets: Sockets;
  readonly known: RuntimeFacts;
  readonly handler: string;
  readonly blocked: boolean;
}

async function examinePod(plan: PodPlan, options: ExamineOptions, io: Io): Promise<readonly Check[]> {
  if (!options.tryPod) return [skipped('an image and a sandbox: not tried (--try-pod does)')];
  if (plan.blocked) return [skipped('an image and a sandbox: not tried (they need the above)')];
  const tried = await attempt(() => tryPodOn(plan, options, io));
  if (tried.kind === 'failed') return [problem(tried.failure)];
  const { failure, remains } = tried.is;
  const left = remains.map((what) => warning(`could not be cleaned up: ${what}`, 'criprobe cleanup'));
  if (failure !== undefined) return [problem(failure), ...left];
  if (io.signal.aborted) return [skipped('an image and a sandbox: interrupted'), ...left];
  return [
    fine(`an image was pulled and a sandbox run${left.length === 0 ? ', and both are gone' : ''}`),
    ...left,
  ];
}
