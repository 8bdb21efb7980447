// SPDX-License-Identifier: Apache-2.0
import { defaultPullPolicy } from './image-reference.js';
import type { Container, LifecycleHandler, Pod, PodSpec, ResourceList } from './pod.js';
import type { EnvVar } from './env-var.js';
import type { Probe } from './probe.js';
import type { Volume } from './volume.js';

/** Fills in the defaults that the API server (or a kubelet that reads a file) sets. */
export function withDefaults(pod: Pod): Pod {
  const { spec } = pod;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...pod.metadata, namespace: pod.metadata.namespace || 'default' },
    spec: {
      ...spec,
      ...defaultedLists(spec),
      restartPolicy: spec.restartPolicy || 'Always',
      terminationGracePeriodSeconds: spec.terminationGracePeriodSeconds ?? 30,
      dnsPolicy: spec.dnsPolicy || 'ClusterFirst',
      securityContext: spec.securityContext ?? {},
    },
  };
}

function defaultedLists(spec: PodSpec): Pick<PodSpec, 'containers' | 'initContainers' | 'volumes'> {
  const onHost = spec.hostNetwork === true;
  const { containers, initContainers, ephemeralContainers, volumes } = spec;
  const defaulted = <C extends Container>(container: C): C => ({
    ...container,
    ...defaultedContainer(container, onHost),
  });
  return {
    containers: containers.map(defaulted),
    ...(initContainers && { initContainers: initContainers.map(defaulted) }),
    ...(ephemeralContainers && { ephemeralContainers: ephemeralContainers.map(defaulted) }),
    ...(volumes && { volumes: volumes.map(defaultedVolume) }),
  };
}

function defaultedContainer(container: Container, hostNetwork: boolean): Container {
  const { lifecycle, ports, resources, env } = container;
  return {
    ...container,
    ...defaultedProbes(container),
    imagePullPolicy: container.imagePullPolicy || defaultPullPolicy(container.image),
    terminationMessagePath: container.terminationMessagePath || '/dev/termination-log',
    terminationMessagePolicy: container.terminationMessagePolicy || 'File',
    ...(env && { env: env.map(defaultedVariable) }),
    ...(ports && { ports: ports.map((port) => defaultedPort(port, hostNetwork)) }),
    ...(resources && { resources: requestsFromLimits(resources) }),
    ...(lifecycle && { lifecycle: defaultedLifecycle(lifecycle) }),
  };
}

function defaultedProbes({ livenessProbe, readinessProbe, startupProbe }: Container): Partial<Container> {
  return {
    ...(livenessProbe && { livenessProbe: defaultedProbe(livenessProbe) }),
    ...(readinessProbe && { readinessProbe: defaultedProbe(readinessProbe) }),
    ...(startupProbe && { startupProbe: defaultedProbe(startupProbe) }),
  };
}

/** A fieldRef defaults to API version v1. */
function defaultedVariable(variable: EnvVar): EnvVar {
  const { valueFrom } = variable;
  if (!valueFrom?.fieldRef) return variable;
  const { apiVersion = 'v1', ...rest } = valueFrom.fieldRef;
  return { ...variable, valueFrom: { ...valueFrom, fieldRef: { apiVersion, ...rest } } };
}

/** A volume without a source is an emptyDir. */
function defaultedVolume(volume: Volume): Volume {
  if (Object.keys(volume).length === 1) return { ...volume, emptyDir: {} };
  const { image } = volume;
  if (!image) return volume;
  const pullPolicy = image.pullPolicy || defaultPullPolicy(image.reference ?? '');
  return { ...volume, image: { ...image, pullPolicy } };
}

function defaultedPort(
  port: NonNullable<Container['ports']>[number],
  hostNetwork: boolean,
): NonNullable<Container['ports']>[number] {
  return {
    ...port,
    protocol: port.protocol || 'TCP',
    ...(hostNetwork && !port.hostPort && { hostPort: port.containerPort }),
  };
}

function requestsFromLimits(
  resources: NonNullable<Container['resources']>,
): NonNullable<Container['resources']> {
  const limits: ResourceList = resources.limits ?? {};
  if (Object.keys(limits).length === 0) return resources;
  return { ...resources, requests: { ...limits, ...resources.requests } };
}

function defaultedLifecycle(
  lifecycle: NonNullable<Container['lifecycle']>,
): NonNullable<Container['lifecycle']> {
  const { postStart, preStop } = lifecycle;
  return {
    ...lifecycle,
    ...(postStart && { postStart: defaultedHandler(postStart) }),
    ...(preStop && { preStop: defaultedHandler(preStop) }),
  };
}

function defaultedHandler<H extends LifecycleHandler>(handler: H): H {
  const { httpGet } = handler;
  if (!httpGet) return handler;
  return { ...handler, httpGet: { ...httpGet, path: httpGet.path || '/', scheme: httpGet.scheme || 'HTTP' } };
}

function defaultedProbe(probe: Probe): Probe {
  return {
    ...defaultedHandler(probe),
    timeoutSeconds: probe.timeoutSeconds || 1,
    periodSeconds: probe.periodSeconds || 10,
    successThreshold: probe.successThreshold || 1,
    failureThreshold: probe.failureThreshold || 3,
  };
}
