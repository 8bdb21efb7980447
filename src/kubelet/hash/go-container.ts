// SPDX-License-Identifier: Apache-2.0
import type { EnvFrom, EnvVar, ResourceFieldRef } from '#pod/env-var.js';
import type { Container, ResourceList, Resources } from '#pod/pod.js';
import type { ContainerSecurityContext } from '#pod/security-context.js';
import { canonicalQuantity } from './canonical-quantity.js';
import { goHandler, goPort, goProbe } from './go-handlers.js';
import { goFields, goPointers } from './go-json.js';

/**
 * The container as Go encodes it to JSON: fields in the order of the type, defaults filled in, empty ones
 * omitted.
 */
export function goContainer(container: Container): object {
  const { lifecycle } = container;
  return {
    name: container.name,
    ...goFields(container, ['image', 'command', 'args', 'workingDir']),
    ...goFields(
      {
        ports: container.ports?.map(goPort),
        envFrom: container.envFrom?.map(goEnvFrom),
        env: container.env?.map(goEnv),
      },
      ['ports', 'envFrom', 'env'],
    ),
    resources: goResources(container.resources ?? {}),
    ...goFields(container, ['restartPolicy']),
    ...goFields(
      {
        volumeMounts: container.volumeMounts?.map(goVolumeMount),
        volumeDevices: container.volumeDevices?.map(({ name, devicePath }) => ({ name, devicePath })),
      },
      ['volumeMounts', 'volumeDevices'],
    ),
    ...goProbes(container),
    ...(lifecycle && { lifecycle: goLifecycle(lifecycle) }),
    ...goFields(container, ['terminationMessagePath', 'terminationMessagePolicy', 'imagePullPolicy']),
    ...(container.securityContext && { securityContext: goSecurity(container.securityContext) }),
    ...goFields(container, ['stdin', 'stdinOnce', 'tty']),
  };
}

function goProbes({ livenessProbe, readinessProbe, startupProbe }: Container): object {
  return {
    ...(livenessProbe && { livenessProbe: goProbe(livenessProbe) }),
    ...(readinessProbe && { readinessProbe: goProbe(readinessProbe) }),
    ...(startupProbe && { startupProbe: goProbe(startupProbe) }),
  };
}

function goLifecycle({ postStart, preStop }: NonNullable<Container['lifecycle']>): object {
  return {
    ...(postStart && { postStart: goHandler(postStart) }),
    ...(preStop && { preStop: goHandler(preStop) }),
  };
}

function goEnvFrom({ prefix, configMapRef, secretRef }: EnvFrom): object {
  const source = (ref: NonNullable<EnvFrom['secretRef']>): object => ({
    ...goFields(ref, ['name']),
    ...goPointers(ref, ['optional']),
  });
  return {
    ...goFields({ prefix }, ['prefix']),
    ...(configMapRef && { configMapRef: source(configMapRef) }),
    ...(secretRef && { secretRef: source(secretRef) }),
  };
}

function goEnv({ name, value, valueFrom }: EnvVar): object {
  return { name, ...goFields({ value }, ['value']), ...(valueFrom && { valueFrom: goValueFrom(valueFrom) }) };
}

function goValueFrom(from: NonNullable<EnvVar['valueFrom']>): object {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = from;
  const key = (ref: NonNullable<typeof secretKeyRef>): object => ({
    ...goFields(ref, ['name']),
    key: ref.key,
    ...goPointers(ref, ['optional']),
  });
  return {
    ...(fieldRef && { fieldRef: { apiVersion: fieldRef.apiVersion ?? 'v1', fieldPath: fieldRef.fieldPath } }),
    ...(resourceFieldRef && { resourceFieldRef: goResourceField(resourceFieldRef) }),
    ...(configMapKeyRef && { configMapKeyRef: key(configMapKeyRef) }),
    ...(secretKeyRef && { secretKeyRef: key(secretKeyRef) }),
  };
}

function goResourceField({ containerName, resource, divisor = 0 }: ResourceFieldRef): object {
  return {
    ...goFields({ containerName }, ['containerName']),
    resource,
    divisor: canonicalQuantity(divisor),
  };
}

function goResources({ limits, requests }: Resources): object {
  return {
    ...(limits && Object.keys(limits).length > 0 && { limits: goAmounts(limits) }),
    ...(requests && Object.keys(requests).length > 0 && { requests: goAmounts(requests) }),
  };
}

/** Go sorts the keys of maps. */
function goAmounts(list: ResourceList): object {
  const sorted = Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, amount]) => [name, canonicalQuantity(amount)]));
}

function goVolumeMount(mount: NonNullable<Container['volumeMounts']>[number]): object {
  return {
    name: mount.name,
    ...goFields(mount, ['readOnly', 'recursiveReadOnly']),
    mountPath: mount.mountPath,
    ...goFields(mount, ['subPath', 'mountPropagation', 'subPathExpr']),
  };
}

function goSecurity(context: ContainerSecurityContext): object {
  const { capabilities, seLinuxOptions, seccompProfile, appArmorProfile } = context;
  const profile = (ref: NonNullable<typeof seccompProfile>): object => ({
    type: ref.type,
    ...goPointers(ref, ['localhostProfile']),
  });
  return {
    ...(capabilities && { capabilities: goFields(capabilities, ['add', 'drop']) }),
    ...goPointers(context, ['privileged']),
    ...(seLinuxOptions && { seLinuxOptions: goFields(seLinuxOptions, ['user', 'role', 'type', 'level']) }),
    ...goPointers(context, ['runAsUser', 'runAsGroup', 'runAsNonRoot', 'readOnlyRootFilesystem']),
    ...goPointers(context, ['allowPrivilegeEscalation', 'procMount']),
    ...(seccompProfile && { seccompProfile: profile(seccompProfile) }),
    ...(appArmorProfile && { appArmorProfile: profile(appArmorProfile) }),
  };
}
