// SPDX-License-Identifier: Apache-2.0
import { Buffer } from 'node:buffer';
import { containerNameLabel } from '#base/pod-labels.js';
import type { ContainerConfig, Device, KeyValue, Mount, Signal } from '#cri/proto/generated/messages.js';
import type { Container, Pod } from '#pod/pod.js';
import { containerHashAnnotation, restartCountAnnotation } from '../../model/annotations.js';
import { containerHash } from '../../hash/container-hash.js';
import { goHandler, goPort } from '../../hash/go-handlers.js';
import { goJson } from '../../hash/go-json.js';
import type { NodeFacts } from '../../model/node-facts.js';
import type { Traits } from '../../versions/traits.js';
import { containerSecurityContext } from '../security/container-security.js';
import { expandVariables } from './expand.js';
import type { ImageUser } from '../security/image-user.js';
import { containerResources } from '../resources/resources.js';
import { podLabels } from '../sandbox/sandbox-config.js';
import { sparse } from '../sparse.js';
import type { IdRange } from '../security/user-namespace.js';

export interface ContainerInput {
  readonly pod: Pod;
  readonly uid: string;
  readonly container: Container;
  readonly attempt: number;
  /** From the image step: an image id or reference. */
  readonly imageRef: string;
  readonly imageUser: ImageUser;
  readonly facts: NodeFacts;
  readonly rootDir: string;
  readonly variables: ReadonlyMap<string, string>;
  readonly mounts: readonly Mount[];
  /** Absent: none. */
  readonly devices?: readonly Device[];
  /** Set for a pod with its own user namespace. */
  readonly userNamespace?: IdRange | undefined;
  /** The target of an ephemeral container. */
  readonly targetId?: string | undefined;
  readonly traits: Traits;
}

/** kuberuntime_container.go, generateContainerConfig. */
export function containerConfig(input: ContainerInput): ContainerConfig {
  const { pod, uid, container, attempt, variables, traits } = input;
  const expanded = (texts: readonly string[] = []): string[] =>
    texts.map((text) => expandVariables(text, variables));
  return sparse({
    metadata: sparse({ name: container.name, attempt }),
    image: {
      image: input.imageRef,
      ...(traits.userSpecifiedImage && { user_specified_image: container.image }),
    },
    command: expanded(container.command),
    args: expanded(container.args),
    working_dir: container.workingDir,
    envs: envs(variables, traits),
    mounts: input.mounts,
    devices: input.devices,
    labels: { ...podLabels(pod, uid), [containerNameLabel]: container.name },
    annotations: containerAnnotations(input),
    log_path: `${container.name}/${attempt}.log`,
    stdin: container.stdin,
    stdin_once: container.stdinOnce,
    tty: container.tty,
    stop_signal: stopSignal(container, traits),
    linux: {
      resources: containerResources(container, input),
      security_context: containerSecurityContext(input),
    },
  });
}

/** kuberuntime/helpers.go, getContainerConfigStopSignal. */
function stopSignal({ lifecycle }: Container, { stopSignals }: Traits): Signal | undefined {
  if (!stopSignals || lifecycle?.stopSignal === undefined) return undefined;
  return `SIGNAL_${lifecycle.stopSignal.replace('+', 'PLUS').replace('-', 'MINUS')}` as Signal;
}

/** Values are bytes in CRI v1, text in v1alpha2. */
function envs(
  variables: ReadonlyMap<string, string>,
  { speaksV1 }: Pick<Traits, 'speaksV1'>,
): readonly KeyValue[] {
  return [...variables].map(([key, value]) => ({
    key,
    ...sparse({ value: speaksV1 ? Buffer.from(value, 'utf8').toString('base64') : value }),
  }));
}

/** kuberuntime/labels.go, newContainerAnnotations. */
function containerAnnotations({
  pod,
  container,
  attempt,
  traits,
}: ContainerInput): Readonly<Record<string, string>> {
  const { terminationMessagePath = '', terminationMessagePolicy = '', lifecycle, ports = [] } = container;
  const deletion = pod.metadata.deletionGracePeriodSeconds;
  const grace = pod.spec.terminationGracePeriodSeconds;
  return {
    [containerHashAnnotation]: containerHash(container, traits),
    [restartCountAnnotation]: String(attempt),
    'io.kubernetes.container.terminationMessagePath': terminationMessagePath,
    'io.kubernetes.container.terminationMessagePolicy': terminationMessagePolicy,
    ...(deletion !== undefined && { 'io.kubernetes.pod.deletionGracePeriod': String(deletion) }),
    ...(grace !== undefined && { 'io.kubernetes.pod.terminationGracePeriod': String(grace) }),
    ...(lifecycle?.preStop && {
      'io.kubernetes.container.preStopHandler': goJson(goHandler(lifecycle.preStop)),
    }),
    ...(ports.length > 0 && { 'io.kubernetes.container.ports': goJson(ports.map(goPort)) }),
  };
}
