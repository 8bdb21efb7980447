// SPDX-License-Identifier: Apache-2.0
// Writes src/cri/generated/: message types, the table of methods and the table of secret fields, from v1.proto.
import { readFileSync, writeFileSync } from 'node:fs';
import protobuf from 'protobufjs';

const scalars = {
  string: 'string', bool: 'boolean', bytes: 'string', double: 'number',
  int32: 'number', uint32: 'number', int64: 'string', uint64: 'string',
};
const root = protobuf.parse(readFileSync('src/cri/proto/v1.proto', 'utf8'), { keepCase: true }).root;
root.resolveAll();
const space = root.lookup('runtime.v1');
const enumName = (type) => (type.parent === space ? type.name : `${type.parent.name}${type.name}`);

const messages = [];
const enums = [];
const visit = (node) => {
  if (node instanceof protobuf.Enum) enums.push(node);
  if (node instanceof protobuf.Type) messages.push(node);
  for (const child of node.nestedArray ?? []) visit(child);
};
visit(space);

const typeOf = (field) => {
  const single = field.resolvedType
    ? field.resolvedType instanceof protobuf.Enum
      ? enumName(field.resolvedType)
      : field.resolvedType.name
    : scalars[field.type];
  if (field.map) return `Readonly<Record<string, ${single}>>`;
  return field.repeated ? `readonly ${single}[]` : single;
};
const header = '// SPDX-License-Identifier: Apache-2.0\n// Written by scripts/generate-cri.mjs from src/cri/proto/v1.proto. Do not edit.\n';

const typeLines = [header];
for (const type of enums) {
  typeLines.push(`export type ${enumName(type)} =\n${Object.keys(type.values).map((name) => `  | '${name}'`).join('\n')};\n`);
}
for (const type of messages) {
  const fields = type.fieldsArray.map((field) => `  readonly ${field.name}?: ${typeOf(field)} | undefined;`);
  typeLines.push(fields.length === 0
    ? `export type ${type.name} = Readonly<Record<never, never>>;\n`
    : `export interface ${type.name} {\n${fields.join('\n')}\n}\n`);
}
writeFileSync('src/cri/generated/messages.ts', typeLines.join('\n'));

const methods = space.nestedArray.filter((node) => node instanceof protobuf.Service)
  .flatMap((service) => service.methodsArray.map((method) => ({ service: service.name, method })));
const used = [...new Set(methods.flatMap(({ method }) => [method.requestType, method.responseType]))].sort();
const entry = ({ method }) =>
  `  ${method.name}: { request: ${method.requestType}; response: ${method.responseType} };`;
writeFileSync('src/cri/generated/methods.ts', `${header}
import type {\n${used.map((name) => `  ${name},`).join('\n')}\n} from './messages.js';

export interface UnaryMethods {\n${methods.filter(({ method }) => !method.responseStream).map(entry).join('\n')}\n}

export interface StreamMethods {\n${methods.filter(({ method }) => method.responseStream).map(entry).join('\n')}\n}

export const services = {
${methods.map(({ service, method }) => `  ${method.name}: '${service}',`).join('\n')}
} as const satisfies Record<keyof UnaryMethods | keyof StreamMethods, string>;

export const streamMethods: readonly (keyof StreamMethods)[] = [
${methods.filter(({ method }) => method.responseStream).map(({ method }) => `  '${method.name}',`).join('\n')}
];
`);

const secrets = messages.flatMap((type) =>
  type.fieldsArray.filter((field) => field.options?.debug_redact === true).map((field) => [type.name, field.name]));
const pathsTo = (type, seen = []) => seen.includes(type.name) ? [] : type.fieldsArray.flatMap((field) => {
  if (secrets.some(([name, secret]) => name === type.name && secret === field.name)) return [[field.name]];
  if (!(field.resolvedType instanceof protobuf.Type)) return [];
  return pathsTo(field.resolvedType, [...seen, type.name]).map((rest) => [field.name + (field.repeated ? '[]' : ''), ...rest]);
});
const paths = messages.flatMap((type) => pathsTo(type).map((path) => [type.name, path]))
  .filter(([name]) => methods.some(({ method }) => method.requestType === name || method.responseType === name));
const byMethod = methods.flatMap(({ method }) => paths
  .filter(([name]) => name === method.requestType).map(([, path]) => `  { method: '${method.name}', path: ${JSON.stringify(path).replaceAll('"', "'").replaceAll(',', ', ')} },`));
writeFileSync('src/cri/generated/secrets.ts', `${header}
/** Fields of requests that the proto marks as secret. */
export const secretFields: readonly { readonly method: string; readonly path: readonly string[] }[] = [
${byMethod.join('\n')}
];
`);
