// SPDX-License-Identifier: Apache-2.0
import type { ClusterObjects } from '#pod/cluster-objects.js';
import type { EnvFrom, EnvVar } from '#pod/env-var.js';
import type { Container } from '#pod/pod.js';
import type { Traits } from '../../versions/traits.js';
import { configMapTexts, secretTexts, type Texts } from './cluster-texts.js';
import { fieldValue, resourceValue, type DownwardInput } from './downward.js';
import { envFileValue } from './env-file.js';
import { expandVariables } from './expand.js';
import type { Resolution } from '../resolved.js';
import { serviceVariables } from './service-variables.js';

interface EnvironmentInput extends DownwardInput {
  readonly container: Container;
  readonly objects: ClusterObjects;
  readonly traits: Traits;
  /** Contents of files that fileKeyRef names, by `volume/path`. */
  readonly envFiles?: ReadonlyMap<string, string>;
}

/**
 * kubelet_pods.go, makeEnvironmentVariables: envFrom, then env, then services, each in the order of the
 * manifest. A kubelet's order is random (Go maps).
 */
export function environment(input: EnvironmentInput): Resolution<ReadonlyMap<string, string>> {
  const services = serviceVariables(input.objects.services, input.pod);
  const whole = wholeObjects(input);
  if ('problem' in whole) return whole;
  const own = new Map(whole.value);
  const before = { get: (name: string) => own.get(name) ?? services.get(name) };
  for (const variable of input.container.env ?? []) {
    const found = valueOf(variable, input, before);
    if ('problem' in found) return found;
    if (found.value !== undefined) own.set(variable.name, found.value);
  }
  return { value: new Map([...own, ...[...services].filter(([name]) => !own.has(name))]) };
}

function wholeObjects(input: EnvironmentInput): Resolution<ReadonlyMap<string, string>> {
  const all = new Map<string, string>();
  for (const source of input.container.envFrom ?? []) {
    const texts = wholeObject(source, input);
    if ('problem' in texts) return texts;
    for (const [key, value] of Object.entries(texts.value)) {
      const name = `${source.prefix ?? ''}${key}`;
      if (input.traits.relaxedEnvNames || isStrictName(name)) all.set(name, value);
    }
  }
  return { value: all };
}

function isStrictName(name: string): boolean {
  return /^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name) && name !== '.' && !name.startsWith('..');
}

function wholeObject({ configMapRef, secretRef }: EnvFrom, input: EnvironmentInput): Texts {
  const reference = configMapRef ?? secretRef;
  if (!reference) return { value: {} };
  const texts = textsOf(configMapRef ? 'ConfigMap' : 'Secret', reference.name, input);
  return 'problem' in texts && reference.optional === true ? { value: {} } : texts;
}

function textsOf(
  kind: 'ConfigMap' | 'Secret',
  name: string | undefined,
  { pod, objects }: EnvironmentInput,
): Texts {
  const { namespace } = pod.metadata;
  const read = kind === 'ConfigMap' ? configMapTexts : secretTexts;
  return read(objects, namespace, name ?? '');
}

/** Undefined: the variable keeps its value. */
function valueOf(
  { value = '', valueFrom }: EnvVar,
  input: EnvironmentInput,
  before: Pick<ReadonlyMap<string, string>, 'get'>,
): Resolution<string | undefined> {
  if (value !== '' || !valueFrom) return { value: expandVariables(value, before) };
  const { fieldRef, resourceFieldRef, fileKeyRef } = valueFrom;
  if (fieldRef) return fieldValue(fieldRef.fieldPath, input);
  if (resourceFieldRef) return resourceValue(resourceFieldRef, input);
  if (fileKeyRef && input.traits.envFiles) return envFileValue(fileKeyRef, input.envFiles);
  return keyOfObject(valueFrom, input);
}

function keyOfObject(
  { configMapKeyRef, secretKeyRef }: NonNullable<EnvVar['valueFrom']>,
  input: EnvironmentInput,
): Resolution<string | undefined> {
  const reference = configMapKeyRef ?? secretKeyRef;
  if (!reference) return { value: '' };
  const kind = configMapKeyRef ? 'ConfigMap' : 'Secret';
  const texts = textsOf(kind, reference.name, input);
  const found = 'problem' in texts ? undefined : texts.value[reference.key];
  if (found !== undefined || reference.optional === true) return { value: found };
  if ('problem' in texts) return texts;
  const place = `${input.pod.metadata.namespace ?? 'default'}/${reference.name ?? ''}`;
  return { problem: `couldn't find key ${reference.key} in ${kind} ${place}` };
}
