// SPDX-License-Identifier: Apache-2.0
/** Why one PullImage, or the kubelet in its place, did not give an image. */
export interface PullFailure {
  /** The gRPC status, or how the call went unanswered; undefined: the kubelet itself refused. */
  readonly code?: string;
  readonly message: string;
}

const namedReasons = {
  RegistryUnavailable: 'the registry is unavailable',
  SignatureValidationFailed: 'the signature validation failed',
} as const;

/** The kubelet's word for failed pulls, by how their joined text begins, and what it says of them. */
export function pullProblem(
  image: string,
  failures: readonly PullFailure[],
): { readonly reason: string; readonly message: string } {
  const text = joined(failures.map(asGoPrints));
  for (const [reason, words] of Object.entries(namedReasons)) {
    if (text.startsWith(reason))
      return {
        reason,
        message: `image pull failed for ${image} because ${words}${text.slice(reason.length)}`,
      };
  }
  return { reason: 'ErrImagePull', message: joined(failures.map(({ message }) => message)) };
}

/** An unknown status is taken for a plain error; any other one keeps its code in front. */
function asGoPrints({ code, message }: PullFailure): string {
  return code === undefined || code === 'UNKNOWN' ? message : `rpc error: code = ${code} desc = ${message}`;
}

function joined(texts: readonly string[]): string {
  const different = [...new Set(texts)];
  return different.length === 1 ? (different[0] ?? '') : `[${different.join(', ')}]`;
}
