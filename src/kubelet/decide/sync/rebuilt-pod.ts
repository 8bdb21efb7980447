// SPDX-License-Identifier: Apache-2.0
import { containerNameLabel, podNameLabel, podNamespaceLabel, podUidLabel } from '#base/pod-labels.js';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { Container, ContainerPort, LifecycleHandler, Pod } from '#pod/pod.js';

interface RebuiltPod {
  readonly pod: Pod;
  readonly uid: string;
  readonly container: Container;
}

/**
 * kuberuntime_container.go, restoreSpecsFromContainerLabels: the pod of a container, from its labels and
 * annotations.
 */
export function rebuiltPod(status: ContainerStatus): RebuiltPod {
  const { labels = {}, annotations = {} } = status;
  const uid = labels[podUidLabel] ?? '';
  const deletion = seconds(annotations['io.kubernetes.pod.deletionGracePeriod']);
  const grace = seconds(annotations['io.kubernetes.pod.terminationGracePeriod']);
  const container = rebuiltContainer(status);
  const pod: Pod = {
    metadata: {
      name: labels[podNameLabel] ?? '',
      namespace: labels[podNamespaceLabel] ?? '',
      uid,
      ...(deletion !== undefined && { deletionGracePeriodSeconds: deletion }),
    },
    spec: {
      containers: [container],
      ...(grace !== undefined && { terminationGracePeriodSeconds: grace }),
    },
  };
  return { pod, uid, container };
}

function rebuiltContainer({ labels = {}, annotations = {}, image, metadata }: ContainerStatus): Container {
  const preStop = json(annotations['io.kubernetes.container.preStopHandler'], isHandler);
  const ports = json(annotations['io.kubernetes.container.ports'], isPorts);
  return {
    name: labels[containerNameLabel] ?? metadata?.name ?? '',
    image: image?.image ?? '',
    ...(ports && { ports }),
    ...(preStop && { lifecycle: { preStop } }),
  };
}

function seconds(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Undefined if it is not JSON, or has the wrong shape. */
function json<T>(text: string | undefined, isWanted: (value: unknown) => value is T): T | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isWanted(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHandler(value: unknown): value is LifecycleHandler {
  if (!isRecord(value)) return false;
  const { exec, httpGet, sleep } = value;
  if (exec !== undefined) return isRecord(exec) && isTexts(exec['command']);
  if (httpGet !== undefined)
    return isRecord(httpGet) && ['string', 'number'].includes(typeof httpGet['port']);
  return sleep === undefined || (isRecord(sleep) && typeof sleep['seconds'] === 'number');
}

function isPorts(value: unknown): value is readonly ContainerPort[] {
  return (
    Array.isArray(value) && value.every((port) => isRecord(port) && typeof port['containerPort'] === 'number')
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
