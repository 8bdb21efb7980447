// SPDX-License-Identifier: Apache-2.0
import { objectNamed, type ClusterObjects } from './cluster-objects.js';
import { eachContainer, type PlacedContainer } from './each-container.js';
import type { ManifestProblem, Path } from './manifest-place.js';
import type { Pod } from './pod.js';
import type { ProjectedSource, Volume } from './volume.js';

interface ObjectScope {
  readonly objects: ClusterObjects;
  readonly namespace: string | undefined;
}

type Kind = 'ConfigMap' | 'Secret';
type Reference = { readonly name?: string; readonly optional?: boolean; readonly key?: string } | undefined;

/** Objects that a kubelet would get from the API server and that are not given with the pods. */
export function apiServerNeeds(
  pod: Pod,
  { objects, runtimeHandler = '' }: { readonly objects: ClusterObjects; readonly runtimeHandler?: string },
): readonly ManifestProblem[] {
  const given = { objects, namespace: pod.metadata.namespace };
  return [
    ...(runtimeHandler === '' ? classNeeds(pod, objects) : []),
    ...deviceNeeds(pod),
    ...eachContainer(pod).flatMap((placed) => containerNeeds(placed, given)),
    ...(pod.spec.volumes ?? []).flatMap((volume, at) => volumeNeeds(volume, ['spec', 'volumes', at], given)),
  ];
}

function classNeeds({ spec }: Pod, { runtimeClasses }: ClusterObjects): readonly ManifestProblem[] {
  const name = spec.runtimeClassName ?? '';
  if (name === '' || runtimeClasses.some(({ metadata }) => metadata.name === name)) return [];
  const message = `the RuntimeClass ${name} is in the API server: give it as a document with the Pod`;
  return [{ path: ['spec', 'runtimeClassName'], message }];
}

function deviceNeeds({ spec: { resourceClaims = [] } }: Pod): readonly ManifestProblem[] {
  const message = 'claimed devices need the API server and a driver, which are not here';
  return resourceClaims.length === 0 ? [] : [{ path: ['spec', 'resourceClaims'], message }];
}

function containerNeeds(
  { container, path }: PlacedContainer,
  given: ObjectScope,
): readonly ManifestProblem[] {
  const whole = (container.envFrom ?? []).flatMap(({ configMapRef, secretRef }, at) => [
    ...missing(['ConfigMap', configMapRef], [...path, 'envFrom', at, 'configMapRef'], given),
    ...missing(['Secret', secretRef], [...path, 'envFrom', at, 'secretRef'], given),
  ]);
  const single = (container.env ?? []).flatMap(({ valueFrom }, at) => {
    const where = [...path, 'env', at, 'valueFrom'];
    return [
      ...missing(['ConfigMap', valueFrom?.configMapKeyRef], [...where, 'configMapKeyRef'], given),
      ...missing(['Secret', valueFrom?.secretKeyRef], [...where, 'secretKeyRef'], given),
    ];
  });
  return [...whole, ...single];
}

const localVolumes = new Set(['emptyDir', 'hostPath', 'downwardAPI', 'image']);

function volumeNeeds(volume: Volume, path: Path, given: ObjectScope): readonly ManifestProblem[] {
  const source = Object.keys(volume).find((key) => key !== 'name' && !localVolumes.has(key));
  if (source === undefined) return [];
  const where = [...path, source];
  if (volume.configMap) return missing(['ConfigMap', volume.configMap], where, given);
  if (volume.persistentVolumeClaim) return claimNeeds(volume.persistentVolumeClaim, where, given);
  if (volume.secret) return missing(['Secret', secretOf(volume.secret)], where, given);
  if (!volume.projected) return [{ path: where, message: driverMessage(source) }];
  return (volume.projected.sources ?? []).flatMap((each, at) =>
    sourceNeeds(each, [...where, 'sources', at], given),
  );
}

/** The claim, and the volume that it is bound to. */
function claimNeeds(
  { claimName }: NonNullable<Volume['persistentVolumeClaim']>,
  path: Path,
  { objects, namespace }: ObjectScope,
): readonly ManifestProblem[] {
  const claim = objectNamed(objects.persistentVolumeClaims, namespace, claimName);
  const bound = claim?.spec.volumeName;
  if (objects.persistentVolumes.some(({ metadata }) => metadata.name === bound)) return [];
  const lacking = claim ? `the PersistentVolume ${bound}` : `the PersistentVolumeClaim ${claimName}`;
  const message = `${lacking} is in the API server: give it as a document with the Pod (only volumeMode Block with local.path), or take emptyDir or hostPath`;
  return [{ path, message }];
}

function secretOf({ secretName, optional }: NonNullable<Volume['secret']>): Reference {
  return { name: secretName ?? '', ...(optional !== undefined && { optional }) };
}

function sourceNeeds(source: ProjectedSource, path: Path, given: ObjectScope): readonly ManifestProblem[] {
  const [kind = ''] = Object.keys(source);
  if (source.downwardAPI) return [];
  if (source.configMap) return missing(['ConfigMap', source.configMap], [...path, kind], given);
  if (source.secret) return missing(['Secret', source.secret], [...path, kind], given);
  const message = `${kind} is issued by the API server: put one into a Secret and project that`;
  return [{ path: [...path, kind], message }];
}

function driverMessage(source: string): string {
  const instead = 'take emptyDir, hostPath, configMap, secret, projected, downwardAPI or image instead';
  return `a ${source} volume needs the API server (or a driver): ${instead}`;
}

function missing(
  [kind, reference]: readonly [Kind, Reference],
  path: Path,
  given: ObjectScope,
): readonly ManifestProblem[] {
  if (!reference || reference.optional === true) return [];
  const { name = '', key } = reference;
  const list = kind === 'ConfigMap' ? given.objects.configMaps : given.objects.secrets;
  const found = objectNamed<(typeof list)[number]>(list, given.namespace, name);
  const home = given.namespace ?? 'default';
  if (!found) {
    const message = `the ${kind} ${name} is in the API server: give it as a document with the Pod (in namespace ${home}), or say optional: true`;
    return [{ path, message }];
  }
  if (key === undefined || Object.hasOwn(found.data ?? {}, key)) return [];
  return [{ path: [...path, 'key'], message: `the ${kind} ${name} has no key ${key}` }];
}
