// SPDX-License-Identifier: Apache-2.0
// The fields of CRI v1's requests and responses, as the .proto file declares them.
import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';

const source = new URL('../../src/cri/proto/v1.proto', import.meta.url);
const wide = new Set(['int64', 'uint64']);
const narrow = new Set(['int32', 'uint32']);

/**
 * All RPCs in the order of the proto. A field is a leaf, or a list of messages; a message by itself is none. Its
 * path is its steps with dots, and [] after those that repeat.
 */
export function readRpcs() {
  const { root } = protobuf.parse(readFileSync(source, 'utf8'), { keepCase: true });
  root.resolveAll();
  const services = root.lookup('runtime.v1').nestedArray.filter((node) => node instanceof protobuf.Service);
  return services.flatMap(({ methodsArray }) =>
    methodsArray.map(({ name, responseStream, resolvedRequestType, resolvedResponseType }) => ({
      name,
      streams: responseStream === true,
      requestFields: fieldsOf(resolvedRequestType, name).filter(isItsOwn),
      responseFields: fieldsOf(resolvedResponseType, name),
    })),
  );
}

/** Every `sandbox_config` is the `config` of RunPodSandbox sent again: its fields are counted there. */
const isItsOwn = ({ path }) => !path.startsWith('sandbox_config.');

function fieldsOf(type, rpc, before = [], above = []) {
  return type.fieldsArray.flatMap((field) => {
    const repeated = field.repeated === true;
    const steps = [...before, { name: field.name, repeated }];
    const isMessage = !field.map && field.resolvedType instanceof protobuf.Type;
    const path = steps.map((step) => step.name + (step.repeated ? '[]' : '')).join('.');
    const own = { rpc, path, steps };
    if (!isMessage) return [{ ...own, kind: kindOf(field), ...enumOf(field) }];
    if (above.includes(field.resolvedType)) throw new Error(`${rpc}: ${path} contains itself`);
    const inner = fieldsOf(field.resolvedType, rpc, steps, [...above, type]);
    return repeated ? [{ ...own, kind: 'list' }, ...inner] : inner;
  });
}

function kindOf(field) {
  if (field.map) return 'map';
  if (field.resolvedType instanceof protobuf.Enum) return 'enum';
  if (wide.has(field.type)) return /(^|_)(at|timestamp|time)$/.test(field.name) ? 'time' : 'wide';
  return narrow.has(field.type) ? 'narrow' : field.type;
}

function enumOf({ resolvedType }) {
  return resolvedType instanceof protobuf.Enum ? { names: Object.keys(resolvedType.values) } : {};
}
