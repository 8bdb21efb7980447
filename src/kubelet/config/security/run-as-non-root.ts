// SPDX-License-Identifier: Apache-2.0
import type { Container, Pod } from '#pod/pod.js';
import type { ImageUser } from './image-user.js';

/**
 * kuberuntime/security_context_others.go, verifyRunAsNonRoot: why runAsNonRoot forbids this container;
 * undefined: it may run.
 */
export function rootProblem(pod: Pod, container: Container, user: ImageUser): string | undefined {
  const context = { ...pod.spec.securityContext, ...defined(container.securityContext) };
  if (context.runAsNonRoot !== true) return undefined;
  if (context.runAsUser === undefined) return imageProblem(user);
  return context.runAsUser === 0 ? 'runAsNonRoot is set, and runAsUser is root' : undefined;
}

/** An image without a user runs as root. */
function imageProblem({ uid, username }: ImageUser): string | undefined {
  if (uid === undefined && username !== '')
    return `runAsNonRoot is set, and the image names its user ${username}, which may be root`;
  return (uid ?? 0) === 0 ? 'runAsNonRoot is set, and the image runs as root' : undefined;
}

function defined({ runAsNonRoot, runAsUser }: NonNullable<Container['securityContext']> = {}): object {
  return {
    ...(runAsNonRoot !== undefined && { runAsNonRoot }),
    ...(runAsUser !== undefined && { runAsUser }),
  };
}
