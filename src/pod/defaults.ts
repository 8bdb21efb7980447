// SPDX-License-Identifier: Apache-2.0
import { defaultPullPolicy } from './image-reference.js';
import type { Container, LifecycleHandler, Pod, ResourceList } from './pod.js';
import type { Probe } from './probe.js';

/** Fills in what the API server (or a kubelet that reads a file) fills in before anything else sees the pod. */
export function withDefaults(pod: Pod): Pod {
  const { spec } = pod;
  const init = spec.initContainers?.map((container) =>
    defaultedContainer(container, spec.hostNetwork === true),
  );
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...pod.metadata, namespace: pod.metadata.namespace ?? 'default' },
    spec: {
      ...spec,
      containers: spec.containers.map((container) =>
        defaultedContainer(container, spec.hostNetwork === true),
      ),
      ...(init && { initContainers: init }),
      restartPolicy: spec.restartPolicy ?? 'Always',
      terminationGracePeriodSeconds: spec.terminationGracePeriodSeconds ?? 30,
      dnsPolicy: spec.dnsPolicy ?? 'ClusterFirst',
      securityContext: spec.securityContext ?? {},
    },
  };
}

function defaultedContainer(container: Container, hostNetwork: boolean): Container {
  const { lifecycle, livenessProbe, readinessProbe, startupProbe, ports, resources } = container;
  return {
    ...container,
    imagePullPolicy: container.imagePullPolicy ?? defaultPullPolicy(container.image),
    terminationMessagePath: container.terminationMessagePath ?? '/dev/termination-log',
    terminationMessagePolicy: container.terminationMessagePolicy ?? 'File',
    ...(ports && { ports: ports.map((port) => defaultedPort(port, hostNetwork)) }),
    ...(resources && { resources: requestsFromLimits(resources) }),
    ...(lifecycle && { lifecycle: defaultedLifecycle(lifecycle) }),
    ...(livenessProbe && { livenessProbe: defaultedProbe(livenessProbe) }),
    ...(readinessProbe && { readinessProbe: defaultedProbe(readinessProbe) }),
    ...(startupProbe && { startupProbe: defaultedProbe(startupProbe) }),
  };
}

function defaultedPort(
  port: NonNullable<Container['ports']>[number],
  hostNetwork: boolean,
): NonNullable<Container['ports']>[number] {
  return {
    ...port,
    protocol: port.protocol ?? 'TCP',
    ...(hostNetwork && port.hostPort === undefined && { hostPort: port.containerPort }),
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
    ...(postStart && { postStart: defaultedHandler(postStart) }),
    ...(preStop && { preStop: defaultedHandler(preStop) }),
  };
}

function defaultedHandler<H extends LifecycleHandler>(handler: H): H {
  const { httpGet } = handler;
  if (!httpGet) return handler;
  return { ...handler, httpGet: { ...httpGet, path: httpGet.path ?? '/', scheme: httpGet.scheme ?? 'HTTP' } };
}

function defaultedProbe(probe: Probe): Probe {
  return {
    ...defaultedHandler(probe),
    timeoutSeconds: probe.timeoutSeconds ?? 1,
    periodSeconds: probe.periodSeconds ?? 10,
    successThreshold: probe.successThreshold ?? 1,
    failureThreshold: probe.failureThreshold ?? 3,
  };
}
