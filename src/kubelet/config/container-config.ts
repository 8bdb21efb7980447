// SPDX-License-Identifier: Apache-2.0
import { Buffer } from 'node:buffer';
import { containerNameLabel } from '#base/pod-labels.js';
import type { ContainerConfig } from '#cri/generated/messages.js';
import type { Container, Pod } from '#pod/pod.js';
import { containerHashAnnotation, restartCountAnnotation } from '../annotations.js';
import { containerHash, goJson } from '../decide/container-hash.js';
import type { NodeFacts } from '../node-facts.js';
import type { Traits } from '../versions/traits.js';
import { containerSecurity } from './container-security.js';
import { environment } from './environment.js';
import { expand } from './expand.js';
import type { ImageUser } from './image-user.js';
import { mounts } from './mounts.js';
import { containerResources } from './resources.js';
import { podLabels } from './sandbox-config.js';
import { sparse } from './sparse.js';

export interface ContainerInput {
  readonly pod: Pod;
  readonly uid: string;
  readonly container: Container;
  readonly attempt: number;
  /** What the image step answered: an image id or reference. */
  readonly imageRef: string;
  readonly imageUser: ImageUser;
  readonly ips: readonly string[];
  readonly facts: NodeFacts;
  readonly rootDir: string;
  /** Host file behind the termination message path. */
  readonly terminationLog: string;
  readonly traits: Traits;
}

export function containerConfig(input: ContainerInput): ContainerConfig {
  const { pod, uid, container, attempt, facts } = input;
  const variables = environment(input);
  const expanded = (texts: readonly string[] = []): string[] => texts.map((text) => expand(text, variables));
  return sparse({
    metadata: sparse({ name: container.name, attempt }),
    image: { image: input.imageRef, user_specified_image: container.image },
    command: expanded(container.command),
    args: expanded(container.args),
    working_dir: container.workingDir,
    envs: [...variables].map(([key, value]) => ({ key, ...sparse({ value: base64(value) }) })),
    mounts: mounts(input),
    labels: { ...podLabels(pod, uid), [containerNameLabel]: container.name },
    annotations: containerAnnotations(pod, container, attempt),
    log_path: `${container.name}/${attempt}.log`,
    stdin: container.stdin,
    stdin_once: container.stdinOnce,
    tty: container.tty,
    linux: {
      resources: containerResources(pod, container, facts),
      security_context: containerSecurity({ ...input, thermalThrottlePaths: facts.thermalThrottlePaths }),
    },
  });
}

function containerAnnotations(
  pod: Pod,
  container: Container,
  attempt: number,
): Readonly<Record<string, string>> {
  const { terminationMessagePath = '', terminationMessagePolicy = '', lifecycle, ports = [] } = container;
  const deletion = pod.metadata.deletionGracePeriodSeconds;
  const grace = pod.spec.terminationGracePeriodSeconds;
  return {
    [containerHashAnnotation]: containerHash(container),
    [restartCountAnnotation]: String(attempt),
    'io.kubernetes.container.terminationMessagePath': terminationMessagePath,
    'io.kubernetes.container.terminationMessagePolicy': terminationMessagePolicy,
    ...(deletion !== undefined && { 'io.kubernetes.pod.deletionGracePeriod': String(deletion) }),
    ...(grace !== undefined && { 'io.kubernetes.pod.terminationGracePeriod': String(grace) }),
    ...(lifecycle?.preStop && { 'io.kubernetes.container.preStopHandler': goJson(lifecycle.preStop) }),
    ...(ports.length > 0 && { 'io.kubernetes.container.ports': goJson(ports.map(portAsGo)) }),
  };
}

/** In the order of the fields of Go's type, without what is empty. */
function portAsGo(port: NonNullable<Container['ports']>[number]): object {
  const { name, hostPort, containerPort, protocol, hostIP } = port;
  return sparse({ name, hostPort, containerPort, protocol, hostIP });
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
