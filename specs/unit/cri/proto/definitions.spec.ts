// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';

import type { CriMethod } from '#cri/methods.js';
import { loadDefinitions, type CriMethodDefinition } from '#cri/proto/definitions.js';

const definitions = loadDefinitions('v1');
const { root } = protobuf.parse(readFileSync('src/cri/proto/v1.proto', 'utf8'), { keepCase: true });
root.resolveAll();

function definitionOf(method: CriMethod): CriMethodDefinition {
  const found = definitions.get(method);
  if (found === undefined) throw new Error(method);
  return found;
}

const encode = (method: CriMethod, message: object): Buffer =>
  definitionOf(method).responseSerialize(message);
const decode = (method: CriMethod, bytes: Buffer): unknown => definitionOf(method).responseDeserialize(bytes);
const roundTrip = (method: CriMethod, message: object): unknown => decode(method, encode(method, message));

describe('a message', () => {
  it('comes back as it was, sparse, with 64-bit numbers in decimal, enum names and base64', () => {
    const message = {
      status: {
        id: 'c1',
        metadata: { name: 'a', attempt: 3 },
        state: 'CONTAINER_EXITED',
        created_at: '9223372036854775807',
        started_at: '-9223372036854775808',
        finished_at: '9007199254740993',
        exit_code: -2147483648,
        labels: { a: '', '': 'b', __proto: 'c' },
        mounts: [{ container_path: '/a', propagation: 'PROPAGATION_BIDIRECTIONAL' }, {}],
        resources: {
          linux: {
            cpu_period: '100000',
            oom_score_adj: '-997',
            hugepage_limits: [{ page_size: '2MB', limit: '18446744073709551615' }],
          },
        },
        user: { linux: { supplemental_groups: ['1', '70000', '-1'] } },
      },
      info: { json: '{}' },
    };
    expect(roundTrip('ContainerStatus', message)).toEqual(message);
    const exec = { stdout: Buffer.from([0, 255]).toString('base64'), exit_code: 1 };
    expect(roundTrip('ExecSync', exec)).toEqual({ stdout: 'AP8=', exit_code: 1 });
  });

  it('has nothing that was not set; a default that a runtime spells out stays', () => {
    expect(decode('ContainerStatus', Buffer.from([0x0a, 2, 0x42, 0]))).toEqual({ status: { image: {} } });
    const spelledOut = Buffer.from([0x0a, 8, 0x0a, 0, 0x18, 0, 0x20, 0, 0x38, 0]);
    expect(decode('ContainerStatus', spelledOut)).toEqual({
      status: { id: '', state: 'CONTAINER_CREATED', created_at: '0', exit_code: 0 },
    });
  });

  it('keeps the number of an enum value it does not know, both ways', () => {
    const message = { status: { id: 'p', state: 77 } };
    expect(roundTrip('PodSandboxStatus', message)).toEqual(message);
  });

  it('takes packed and unpacked lists, fields in any order, unknown fields and groups', () => {
    const linux = (...bytes: number[]): unknown =>
      decode(
        'ContainerStatus',
        Buffer.from([0x0a, bytes.length + 5, 0x92, 1, bytes.length + 2, 0x0a, bytes.length, ...bytes]),
      );
    const groups = { status: { user: { linux: { supplemental_groups: ['5', '6'] } } } };
    expect(linux(0x1a, 2, 5, 6)).toEqual(groups);
    expect(linux(0x18, 5, 0x18, 6)).toEqual(groups);
    expect(linux(0x18, 5, 0xfb, 1, 0x08, 1, 0xfc, 1, 0x18, 6)).toEqual(groups);
    expect(linux(0x18, 5, 0xa5, 1, 0, 0, 0, 0, 0xa1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x18, 6)).toEqual(groups);
  });

  it.each([
    [[0x0a]],
    [[0x0a, 5, 1]],
    [[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]],
    [[0x0f]],
    [[0x0a, 2, 0x0a, 9]],
  ])('that is broken is an error: %j', (bytes) => {
    expect(() => decode('ContainerStatus', Buffer.from(bytes))).toThrow();
  });

  it('of v1alpha2 leaves out what v1 has on top', () => {
    const old = loadDefinitions('v1alpha2').get('ContainerStatus') as CriMethodDefinition;
    const bytes = old.responseSerialize({ status: { id: 'c', stop_signal: 'SIGNAL_SIGTERM' } });
    expect(old.responseDeserialize(bytes)).toEqual({ status: { id: 'c' } });
  });

  it('never carries a key into the prototype', () => {
    const bytes = Buffer.from([
      0x0a,
      18,
      0x62,
      16,
      0x0a,
      9,
      ...Buffer.from('__proto__'),
      0x12,
      3,
      ...Buffer.from('bad'),
    ]);
    const { status } = decode('ContainerStatus', bytes) as { status: { labels: object } };
    expect(Object.entries(status.labels)).toEqual([['__proto__', 'bad']]);
    expect(Object.getPrototypeOf(status.labels)).toBe(Object.prototype);
  });

  it('has the types and names that the messages of src/cri/proto/generated promise', () => {
    const all = [...definitions.values()];
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.infiniteStream(fc.nat(1_000_000)), (its, numbers) => {
        const message = sample(root.lookupType(`runtime.v1.${its.responseName}`), numbers, 0);
        expect(its.responseDeserialize(its.responseSerialize(message))).toEqual(message);
      }),
      { numRuns: 400 },
    );
  });
});

/** A message of the type with values that are not defaults. */
function sample(type: protobuf.Type, numbers: Iterator<number>, depth: number): Record<string, unknown> {
  const next = (): number => (numbers.next().value as number) + 1;
  const valueOf = (field: protobuf.Field): unknown => {
    const inner = field.resolvedType;
    if (inner instanceof protobuf.Enum)
      return inner.valuesById[Math.max(...Object.keys(inner.valuesById).map(Number))];
    if (inner instanceof protobuf.Type) return sample(inner, numbers, depth + 1);
    if (field.type === 'bool') return true;
    if (field.type === 'bytes') return Buffer.from(String(next())).toString('base64');
    if (field.type === 'string') return `é${next()}`;
    return /64$/.test(field.type) ? String(BigInt(next()) ** 3n) : next();
  };
  const wanted = type.fieldsArray.filter(
    (field) => next() % 3 === 0 && (depth < 4 || field.resolvedType === null),
  );
  return Object.fromEntries(
    wanted.map((field) => {
      if (field.map) return [field.name, { [`k${next()}`]: valueOf(field), k: valueOf(field) }];
      return [field.name, field.repeated ? [valueOf(field), valueOf(field)] : valueOf(field)];
    }),
  );
}
