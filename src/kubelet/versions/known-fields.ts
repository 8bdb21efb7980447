// SPDX-License-Identifier: Apache-2.0
import type { Container, Pod, PodSpec } from '#pod/pod.js';
import type { Traits } from './traits.js';

/**
 * The pod as an API server of that minor stores it: fields it does not know, or whose feature gate is off,
 * are dropped.
 */
export function knownFields(pod: Pod, traits: Traits): Pod {
  return { ...pod, spec: knownSpec(pod.spec, traits) };
}

function knownSpec(spec: PodSpec, traits: Traits): PodSpec {
  const dropped: readonly (keyof PodSpec)[] = [
    ...(traits.podLevelResources ? [] : (['resources'] as const)),
    ...(traits.userNamespaces ? [] : (['hostUsers'] as const)),
    ...(traits.hostNameOverride ? [] : (['hostnameOverride'] as const)),
    ...(traits.ephemeralContainers ? [] : (['ephemeralContainers'] as const)),
  ];
  const known = without({ ...spec, ...knownContext(spec, traits) }, dropped);
  const { initContainers, ephemeralContainers } = known;
  return {
    ...known,
    containers: spec.containers.map((container) => knownContainer(container, traits)),
    ...(initContainers && {
      initContainers: initContainers.map((container) => knownContainer(container, traits)),
    }),
    ...(ephemeralContainers && {
      ephemeralContainers: ephemeralContainers.map((container) => knownContainer(container, traits)),
    }),
  };
}

function knownContext({ securityContext }: PodSpec, traits: Traits): Pick<PodSpec, 'securityContext'> {
  if (!securityContext) return {};
  const dropped = [
    ...(traits.supplementalGroupsPolicy ? [] : (['supplementalGroupsPolicy'] as const)),
    ...(traits.appArmorFields ? [] : (['appArmorProfile'] as const)),
  ];
  return { securityContext: without(securityContext, dropped) };
}

function knownContainer<C extends Container>(container: C, traits: Traits): C {
  const dropped: readonly (keyof C)[] = [
    ...(knowsRestartPolicy(container, traits) ? [] : (['restartPolicy'] as const)),
    ...(traits.containerRestartRules ? [] : (['restartPolicyRules'] as const)),
    ...(traits.inPlaceResize ? [] : (['resizePolicy'] as const)),
  ];
  return {
    ...without(container, dropped),
    ...knownProbes(container, traits),
    ...knownOwnContext(container, traits),
    ...knownMounts(container, traits),
    ...knownLifecycle(container, traits),
  };
}

/** Always makes a sidecar of an init container; kubelets learned that before the other policies. */
function knowsRestartPolicy({ restartPolicy }: Container, traits: Traits): boolean {
  return restartPolicy === 'Always' ? traits.sidecars : traits.containerRestartRules;
}

function knownProbes(container: Container, { probeGrace }: Traits): Partial<Container> {
  if (probeGrace) return {};
  const names = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const probe = container[name];
      return probe ? [[name, without(probe, ['terminationGracePeriodSeconds'])]] : [];
    }),
  );
}

function knownOwnContext({ securityContext }: Container, { appArmorFields }: Traits): Partial<Container> {
  if (!securityContext || appArmorFields) return {};
  return { securityContext: without(securityContext, ['appArmorProfile']) };
}

function knownMounts({ volumeMounts }: Container, { recursiveReadOnly }: Traits): Partial<Container> {
  if (!volumeMounts || recursiveReadOnly) return {};
  return { volumeMounts: volumeMounts.map((mount) => without(mount, ['recursiveReadOnly'])) };
}

function knownLifecycle({ lifecycle }: Container, { stopSignals }: Traits): Partial<Container> {
  if (!lifecycle || stopSignals) return {};
  return { lifecycle: without(lifecycle, ['stopSignal']) };
}

/** The object without these optional fields. */
function without<T extends object>(from: T, names: readonly (keyof T)[]): T {
  const kept = Object.entries(from).filter(([name]) => !names.includes(name as keyof T));
  return Object.fromEntries(kept) as T;
}
