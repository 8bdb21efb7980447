// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';

interface FieldRow {
  readonly number: number;
  readonly name: string;
  readonly type: string;
  readonly repeated?: true;
  readonly deprecated?: true;
  readonly secret?: true;
}

interface MethodRow {
  readonly request: string;
  readonly response: string;
  readonly serverStream?: true;
}

interface ApiTable {
  readonly package: string;
  readonly services: Readonly<Record<string, Readonly<Record<string, MethodRow>>>>;
  readonly enums: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly messages: Readonly<Record<string, readonly FieldRow[]>>;
}

const tableOf = (version: string): ApiTable =>
  JSON.parse(readFileSync(`specs/fixtures/cri-api/${version}.json`, 'utf8')) as ApiTable;

function descendants(node: protobuf.NamespaceBase): protobuf.ReflectionObject[] {
  return node.nestedArray.flatMap((child) => [
    child,
    ...(child instanceof protobuf.Namespace ? descendants(child) : []),
  ]);
}

/** The name of a type as the table writes it: with the message it is nested in, without the package. */
function shortName(type: protobuf.ReflectionObject, space: string): string {
  return type.fullName.replace(`.${space}.`, '');
}

function fieldRow(field: protobuf.Field): FieldRow {
  const options = field.options ?? {};
  return {
    number: field.id,
    name: field.name,
    type: field instanceof protobuf.MapField ? `map<${field.keyType}, ${field.type}>` : field.type,
    ...(field.repeated ? { repeated: true } : {}),
    ...(options['deprecated'] === true ? { deprecated: true } : {}),
    ...(options['debug_redact'] === true ? { secret: true } : {}),
  };
}

function readProto(version: string): ApiTable {
  const space = `runtime.${version}`;
  const { root } = protobuf.parse(readFileSync(`src/cri/proto/${version}.proto`, 'utf8'), { keepCase: true });
  root.resolveAll();
  const all = descendants(root.lookup(space) as protobuf.Namespace);
  const table = <T, R>(kind: abstract new (...args: never[]) => T, row: (node: T) => R): Record<string, R> =>
    Object.fromEntries(
      all.flatMap((node) => (node instanceof kind ? [[shortName(node, space), row(node)]] : [])),
    );
  return {
    package: space,
    services: table(protobuf.Service, ({ methodsArray }) =>
      Object.fromEntries(
        methodsArray.map((method): [string, MethodRow] => {
          expect(method.requestStream).toBeFalsy();
          const row = { request: method.requestType, response: method.responseType };
          return [method.name, method.responseStream === true ? { ...row, serverStream: true } : row];
        }),
      ),
    ),
    enums: table(protobuf.Enum, ({ values }) => values),
    messages: table(protobuf.Type, ({ fieldsArray }) => fieldsArray.map((field) => fieldRow(field))),
  };
}

describe.each([
  ['v1', { methods: 43, messages: 175, enums: 11 }],
  ['v1alpha2', { methods: 29, messages: 122, enums: 6 }],
])('the .proto of %s', (version, counts) => {
  const table = tableOf(version);
  const proto = readProto(version);
  const byNumber = (rows: readonly FieldRow[]): FieldRow[] => [...rows].sort((a, b) => a.number - b.number);

  it('is compared with a table of the size it should have', () => {
    expect({
      methods: Object.values(table.services).flatMap((methods) => Object.keys(methods)).length,
      messages: Object.keys(table.messages).length,
      enums: Object.keys(table.enums).length,
    }).toEqual(counts);
  });

  it('has the package, the services and their methods', () => {
    expect(proto.package).toBe(table.package);
    expect(proto.services).toEqual(table.services);
  });

  it('has the enums and their numbers', () => {
    expect(proto.enums).toEqual(table.enums);
  });

  it('has the messages, field by field', () => {
    expect(Object.keys(proto.messages).sort()).toEqual(Object.keys(table.messages).sort());
    for (const [name, rows] of Object.entries(table.messages)) {
      expect({ name, fields: byNumber(proto.messages[name] ?? []) }).toEqual({
        name,
        fields: byNumber(rows),
      });
    }
  });

  it('says something of every service, method, message and enum', () => {
    const text = readFileSync(`src/cri/proto/${version}.proto`, 'utf8').split('\n');
    const silent = text.filter(
      (line, at) => /^\s*(service|rpc|message|enum) /.test(line) && !/^\s*\/\//.test(text[at - 1] ?? ''),
    );
    expect(silent).toEqual([]);
  });
});
