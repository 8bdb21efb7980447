// SPDX-License-Identifier: Apache-2.0
// Generates src/cri/proto/generated/ from v1.proto: message types, the table of methods, the table of secret
// fields.
import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';

const source = new URL('../src/cri/proto/v1.proto', import.meta.url);
const header = `// SPDX-License-Identifier: Apache-2.0
// Written by scripts/generate-cri.mjs from src/cri/proto/v1.proto. Do not edit.
`;
const scalars = {
  string: 'string',
  bool: 'boolean',
  bytes: 'string',
  double: 'number',
  int32: 'number',
  uint32: 'number',
  int64: 'string',
  uint64: 'string',
};

/** File name → text, for everything in src/cri/proto/generated/. */
export function generatedFiles() {
  const model = readModel(readFileSync(source, 'utf8'));
  return {
    'messages.ts': messagesFile(model),
    'methods.ts': methodsFile(model),
    'secrets.ts': secretsFile(model),
  };
}

function readModel(text) {
  const { root } = protobuf.parse(text, { keepCase: true });
  root.resolveAll();
  const space = root.lookup('runtime.v1');
  const all = descendants(space);
  return {
    space,
    enums: all.filter((node) => node instanceof protobuf.Enum),
    messages: all.filter((node) => node instanceof protobuf.Type),
    methods: all.flatMap((node) =>
      node instanceof protobuf.Service
        ? node.methodsArray.map((method) => ({ service: node.name, method }))
        : [],
    ),
  };
}

function descendants(node) {
  return (node.nestedArray ?? []).flatMap((child) => [child, ...descendants(child)]);
}

function enumName(type, space) {
  return type.parent === space ? type.name : `${type.parent.name}${type.name}`;
}

function singleType(field, space) {
  if (!field.resolvedType) return scalars[field.type];
  return field.resolvedType instanceof protobuf.Enum
    ? enumName(field.resolvedType, space)
    : field.resolvedType.name;
}

function typeOf(field, space) {
  const single = singleType(field, space);
  if (field.map) return `Readonly<Record<string, ${single}>>`;
  return field.repeated ? `readonly ${single}[]` : single;
}

function messagesFile({ space, enums, messages }) {
  const unions = enums.map((type) => {
    const names = Object.keys(type.values).map((name) => `  | '${name}'`);
    return `export type ${enumName(type, space)} =\n${names.join('\n')};\n`;
  });
  const interfaces = messages.map((type) => {
    const fields = type.fieldsArray.map(
      (field) => `  readonly ${field.name}?: ${typeOf(field, space)} | undefined;`,
    );
    if (fields.length === 0) return `export type ${type.name} = Readonly<Record<never, never>>;\n`;
    return `export interface ${type.name} {\n${fields.join('\n')}\n}\n`;
  });
  return [header, ...unions, ...interfaces].join('\n');
}

function methodsFile({ methods }) {
  const used = [
    ...new Set(methods.flatMap(({ method }) => [method.requestType, method.responseType])),
  ].sort();
  const streams = methods.filter(({ method }) => method.responseStream);
  const unary = methods.filter(({ method }) => !method.responseStream);
  const entry = ({ method }) =>
    `  ${method.name}: { request: ${method.requestType}; response: ${method.responseType} };`;
  const names = (list, line) => list.map(line).join('\n');
  return `${header}
import type {\n${names(used, (name) => `  ${name},`)}\n} from './messages.js';

export interface UnaryMethods {\n${names(unary, entry)}\n}

export interface StreamMethods {\n${names(streams, entry)}\n}

export const services: Readonly<
  Record<keyof UnaryMethods | keyof StreamMethods, 'RuntimeService' | 'ImageService'>
> = {
${names(methods, ({ service, method }) => `  ${method.name}: '${service}',`)}
};

export const streamMethods: readonly (keyof StreamMethods)[] = [
${names(streams, ({ method }) => `  '${method.name}',`)}
];
`;
}

function isSecret(field) {
  return field.options?.debug_redact === true;
}

function secretPaths(type, seen = []) {
  if (seen.includes(type.name)) return [];
  return type.fieldsArray.flatMap((field) => {
    if (isSecret(field)) return [[field.name]];
    if (!(field.resolvedType instanceof protobuf.Type)) return [];
    const step = field.name + (field.repeated ? '[]' : '');
    return secretPaths(field.resolvedType, [...seen, type.name]).map((rest) => [step, ...rest]);
  });
}

function secretsFile({ methods }) {
  const lines = methods.flatMap(({ method }) =>
    secretPaths(method.resolvedRequestType).map((path) => {
      const steps = path.map((step) => `'${step}'`).join(', ');
      return `  { method: '${method.name}', path: [${steps}] },`;
    }),
  );
  return `${header}
/** Request fields that the proto marks as secret. */
export const secretFields: readonly { readonly method: string; readonly path: readonly string[] }[] = [
${lines.join('\n')}
];
`;
}
