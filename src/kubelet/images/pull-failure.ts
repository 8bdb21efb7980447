// SPDX-License-Identifier: Apache-2.0
/** Why a pull failed. */
export interface PullFailure {
  /** The gRPC status, or why there was no answer; undefined: the kubelet sent no call. */
  readonly code?: string;
  readonly message: string;
}

const namedReasons = {
  RegistryUnavailable: 'the registry is unavailable',
  SignatureValidationFailed: 'the signature validation failed',
} as const;

/**
 * images/image_manager.go, evalCRIPullErr: the reason, by the prefix of the joined errors, and the message.
 */
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

/** An Unknown status counts as a plain error; others keep their code. */
function asGoPrints({ code, message }: PullFailure): string {
  return code === undefined || code === 'UNKNOWN' ? message : `rpc error: code = ${code} desc = ${message}`;
}

function joined(texts: readonly string[]): string {
  const different = [...new Set(texts)];
  return different.length === 1 ? (different[0] ?? '') : `[${different.join(', ')}]`;
}
