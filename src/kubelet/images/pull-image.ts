// SPDX-License-Identifier: Apache-2.0
import type { ImageSpec, PodSandboxConfig } from '#cri/proto/generated/messages.js';
import type { PodSync } from '../context/kubelet-context.js';
import type { Credential, SecretSource } from './keyring.js';
import { pullCredentials } from './pull-credentials.js';
import { pullProblem, type PullFailure } from './pull-failure.js';
import { imageProblem, type ImageResult, type WantedImage } from './image-result.js';

export interface PullRequest {
  readonly image: ImageSpec;
  readonly sandbox_config: PodSandboxConfig;
}

type PullResult =
  | { readonly imageRef: string; readonly source: SecretSource | undefined }
  | { readonly failures: readonly PullFailure[] };

/**
 * images/image_manager.go, pullImage: pulls unless it is in back-off. Returns the name CreateContainer uses.
 */
export async function pullImage(
  sync: PodSync,
  wanted: WantedImage,
  request: PullRequest,
): Promise<ImageResult<string>> {
  const { pulls, traits, signal } = sync.ctx;
  const credentials = pullCredentials(sync, wanted.image);
  if ('problem' in credentials) return imageProblem(wanted, 'ErrImagePull', credentials.problem);
  if (traits.pullCredentialsRemembered) await pulls.records.begin(wanted.image);
  const pulled = await pullUnlessTooSoon(sync, wanted, () => pullWithEach(sync, credentials.value, request));
  if (!traits.pullCredentialsRemembered) return 'problem' in pulled ? pulled : { value: pulled.imageRef };
  if ('problem' in pulled) {
    if (!signal.aborted) await pulls.records.failed(wanted.image);
    return pulled;
  }
  await pulls.records.succeeded(wanted.image, pulled.imageRef, pulled.source);
  return { value: pulled.imageRef };
}

type Outcome = Exclude<PullResult, { failures: unknown }> | ReturnType<typeof imageProblem>;

/** images/image_manager.go, pullImage: the back-off around a pull. */
async function pullUnlessTooSoon(
  { ctx, uid }: PodSync,
  wanted: WantedImage,
  work: () => Promise<PullResult>,
): Promise<Outcome> {
  const { pulls, pullBackOff, clock } = ctx;
  const key = `${uid}_${wanted.image}`;
  if (pullBackOff.remainingSinceAdvanceMs(key, clock.nowMs()) > 0) {
    const earlier = pulls.lastErrors.get(key);
    const message = `Back-off pulling image "${wanted.image}"${earlier === undefined ? '' : `: ${earlier}`}`;
    return imageProblem(wanted, 'ImagePullBackOff', message);
  }
  pulls.lastErrors.delete(key);
  const pulled = await pulls.queue.run(work);
  if (!('failures' in pulled)) return pulled;
  const { reason, message } = pullProblem(wanted.image, pulled.failures);
  pullBackOff.advance(key, clock.nowMs(), clock.nowMs());
  pulls.lastErrors.set(key, `${reason}: ${message}`);
  return imageProblem(wanted, reason, message);
}

/** kuberuntime_image.go, PullImage: tries one login after the other; without any, pulls once without. */
async function pullWithEach(
  sync: PodSync,
  credentials: readonly Credential[],
  request: PullRequest,
): Promise<PullResult> {
  const { clock, pulls, signal } = sync.ctx;
  if (!pulls.limit.mayPass(clock.nowMs())) return { failures: [{ message: 'pull QPS exceeded' }] };
  const failures: PullFailure[] = [];
  for (const credential of credentials.length === 0 ? [undefined] : credentials) {
    if (signal.aborted) break;
    const pulled = await pullOnce(sync, credential, request);
    if (typeof pulled === 'string') return { imageRef: pulled, source: credential?.source };
    failures.push(pulled);
  }
  return { failures };
}

async function pullOnce(
  { ctx }: PodSync,
  credential: Credential | undefined,
  request: PullRequest,
): Promise<string | PullFailure> {
  const { call, traits } = ctx;
  const { image } = request;
  const answer = await call('PullImage', { ...request, ...(credential && { auth: credential.auth }) });
  if (!answer.ok) return { code: answer.code, message: answer.message };
  const { image_ref: imageRef = '' } = answer.response;
  if (imageRef === '') return { message: `imageRef of image "${image.image ?? ''}" is not set` };
  if (traits.sizeReadBack) await call('ImageStatus', { image });
  return imageRef;
}
