// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { Contract } from '#contracts/contract.js';
import { held, unexercised, violated } from '#contracts/verdict.js';
import type { Evidence } from '#evidence/evidence.js';
import { falsified, isFilled, valuesOf, type Field } from '../../../scripts/coverage/falsify.mjs';
import { readRpcs } from '../../../scripts/coverage/fields.mjs';
import { Measurement } from '../../../scripts/coverage/measure.mjs';
import { explain } from '../../../scripts/coverage/reasons.mjs';
import { explainRequests, valueSent } from '../../../scripts/coverage/requests.mjs';
import { below, raised, summarize, type RpcRow } from '../../../scripts/coverage/summary.mjs';
import { evidenceOf, type Story } from '../../support/evidence-literal.js';

const rpcs = readRpcs();

function fieldOf(rpc: string, path: string): Field {
  const field = rpcs
    .find(({ name }) => name === rpc)
    ?.responseFields.find((candidate) => candidate.path === path);
  if (field === undefined) throw new Error(`${rpc} has no ${path}`);
  return field;
}

describe('the fields of the proto', () => {
  it('are as many as a person counted', () => {
    const leaves = rpcs.flatMap(({ responseFields }) => responseFields).filter(({ kind }) => kind !== 'list');
    expect([rpcs.length, leaves.length]).toEqual([43, 943]);
  });

  it('have kinds that say how they can be wrong', () => {
    expect(fieldOf('ContainerStatus', 'status.created_at').kind).toBe('time');
    expect(fieldOf('ContainerStatus', 'status.mounts[]').kind).toBe('list');
    expect(fieldOf('ContainerStatus', 'status.labels').kind).toBe('map');
    expect(fieldOf('ContainerStatus', 'status.state').names?.[1]).toBe('CONTAINER_RUNNING');
    expect(fieldOf('ExecSync', 'stdout').kind).toBe('bytes');
  });
});

describe('a falsified answer', () => {
  const answer = {
    status: {
      id: 'f00dbeef0000',
      state: 'CONTAINER_EXITED',
      exit_code: 3,
      created_at: '1700000000000000000',
      labels: { a: 'b' },
      mounts: [
        { host_path: '/a', readonly: true },
        { host_path: '/b', readonly: false },
      ],
    },
  };
  const wrong = (path: string, mode: 'dropped' | 'altered'): unknown =>
    falsified(answer, fieldOf('ContainerStatus', path), mode).status;

  it.each([
    ['status.id', { ...answer.status, id: 'f00dbeef0001' }],
    ['status.state', { ...answer.status, state: 'CONTAINER_UNKNOWN' }],
    ['status.exit_code', { ...answer.status, exit_code: 4 }],
    ['status.created_at', { ...answer.status, created_at: '1700003600000000000' }],
    ['status.labels', { ...answer.status, labels: { a: 'b-altered' } }],
    ['status.mounts[]', { ...answer.status, mounts: [answer.status.mounts[0]] }],
    [
      'status.mounts[].host_path',
      {
        ...answer.status,
        mounts: [
          { host_path: '/altered/a', readonly: true },
          { host_path: '/altered/b', readonly: false },
        ],
      },
    ],
    [
      'status.mounts[].readonly',
      { ...answer.status, mounts: [{ host_path: '/a' }, { host_path: '/b', readonly: false }] },
    ],
  ])('has another %s', (path, expected) => {
    expect(wrong(path, 'altered')).toEqual(expected);
  });

  it('lacks a field in every place', () => {
    expect(wrong('status.mounts[].host_path', 'dropped')).toEqual({
      ...answer.status,
      mounts: [{ readonly: true }, { readonly: false }],
    });
  });

  it('leaves what it was made of as it is, and returns it where the field is not filled', () => {
    const before = JSON.stringify(answer);
    expect(falsified(answer, fieldOf('ContainerStatus', 'status.message'), 'altered')).toBe(answer);
    expect(wrong('status.exit_code', 'dropped')).not.toBe(answer.status);
    expect(JSON.stringify(answer)).toBe(before);
  });

  it('has its bytes and addresses altered so that they stay bytes and addresses', () => {
    const output = falsified({ stdout: 'aGk=' }, fieldOf('ExecSync', 'stdout'), 'altered');
    expect(output).toEqual({ stdout: 'aGl4' });
    const network = { status: { network: { ip: '10.0.0.5', additional_ips: [{ ip: 'fd00::5' }] } } };
    expect(falsified(network, fieldOf('PodSandboxStatus', 'status.network.ip'), 'altered')).toEqual({
      status: { network: { ip: '203.0.113.7', additional_ips: [{ ip: 'fd00::5' }] } },
    });
  });

  it('is not filled where it says what its absence says', () => {
    expect(isFilled('CONTAINER_CREATED', fieldOf('ContainerStatus', 'status.state'))).toBe(false);
    expect(isFilled('0', fieldOf('ContainerStatus', 'status.created_at'))).toBe(false);
    expect(isFilled('0', fieldOf('ContainerStatus', 'status.message'))).toBe(true);
    expect(isFilled({}, fieldOf('ContainerStatus', 'status.labels'))).toBe(false);
    expect(valuesOf(answer, fieldOf('ContainerStatus', 'status.mounts[].readonly'))).toEqual([true, false]);
  });
});

/** Violated if `isTrue` is false of any status. */
function statusContract(id: string, isTrue: (status: object) => boolean): Contract {
  const check = (evidence: Evidence) => {
    const calls = evidence.answered('ContainerStatus');
    if (calls.length === 0) return unexercised('no status');
    const wrong = calls.filter(({ outcome }) => !isTrue(outcome.response.status ?? {}));
    return wrong.length === 0 ? held([]) : violated([], { expected: 'true', actual: 'false' });
  };
  return { id, level: 'must', check } as Contract;
}

describe('a measurement', () => {
  const contracts = [
    statusContract('any.id', (status) => 'id' in status),
    statusContract('exact.code', (status) => 'exit_code' in status && status.exit_code === 7),
    statusContract('whole.labels', (status) => JSON.stringify(status).includes('"color"')),
    statusContract('always.wrong', () => false),
  ];
  const measured = (tell: (story: Story) => unknown): ReturnType<typeof summarize> => {
    const measurement = new Measurement(rpcs, contracts);
    measurement.add(evidenceOf(tell));
    return summarize(rpcs, [measurement.result()]);
  };
  const finders = (path: string, { rows }: ReturnType<typeof summarize>): unknown =>
    rows.find(({ rpc }) => rpc === 'ContainerStatus')?.fields.find((field) => field.path === path);

  it('names who finds what, and not who was violated before', () => {
    const summary = measured((story) => story.running({ labels: { color: 'green' } }).exited(7));
    expect(finders('status.id', summary)).toEqual({ path: 'status.id', dropped: ['any.id'], altered: [] });
    expect(finders('status.exit_code', summary)).toEqual({
      path: 'status.exit_code',
      dropped: ['exact.code'],
      altered: ['exact.code'],
    });
    expect(finders('status.labels', summary)).toMatchObject({ dropped: ['whole.labels'], altered: [] });
    expect(finders('status.message', summary)).toBeUndefined();
    expect(summary.totals).toMatchObject({ judgedDropped: 3, judgedAltered: 1, judgedBoth: 1 });
  });

  it('notes which request fields were sent, and whether always alike', () => {
    const { rows } = measured((story) => story.running().stop({ ok: {} }, '30').stop({ ok: {} }, '5'));
    const stop = rows.find(({ rpc }) => rpc === 'StopContainer');
    expect(stop?.requests).toEqual([
      { path: 'container_id', sent: true, filled: true, varied: false },
      { path: 'timeout', sent: true, filled: true, varied: true },
    ]);
    expect(rows.find(({ rpc }) => rpc === 'Attach')?.called).toBe(false);
  });

  it('takes a field that is left out for a value, if its message is there', () => {
    const { rows } = measured((story) => story.running().stop({ ok: {} }, '30').stop({ ok: {} }, '0'));
    const times = (rpc: string, path: string): unknown =>
      rows.find((row) => row.rpc === rpc)?.requests.find((field) => field.path === path);
    expect(times('StopContainer', 'timeout')).toMatchObject({ sent: true, filled: true, varied: true });
    expect(times('RunPodSandbox', 'runtime_handler')).toMatchObject({
      sent: true,
      filled: false,
      varied: false,
    });
    expect(times('RunPodSandbox', 'config.linux.sysctls')).toMatchObject({ sent: false, varied: false });
  });

  it('counts the config of a sandbox once', () => {
    const paths = rpcs.flatMap(({ requestFields }) => requestFields.map(({ path }) => path));
    expect(paths).toContain('config.linux.cgroup_parent');
    expect(paths.filter((path) => path.startsWith('sandbox_config'))).toEqual([]);
  });

  it('refuses to measure by a contract that changes its mind when watched', () => {
    let turn = 0;
    const fickle = statusContract('fickle', () => (turn += 1) % 2 === 0);
    const measurement = new Measurement(rpcs, [fickle]);
    expect(() => {
      measurement.add(evidenceOf((story) => story.running().status()));
    }).toThrow('fickle says held of what it watched, not violated');
  });
});

describe('the floor and the reasons', () => {
  it('fails below, and is only raised', () => {
    expect(below({ a: 2, b: 1 }, { a: 2, b: 2 })).toEqual(['b is 1, and was 2']);
    expect(below({}, { gone: 1 })).toHaveLength(1);
    expect(below({ a: 356, b: 344 }, { a: 362, b: 352 })).toEqual(['b is 344, and was 352']);
    expect(raised({ a: 3, b: 1, c: 1 }, { a: 2, b: 2 })).toEqual({ a: 3, b: 2, c: 1 });
  });

  it('lets what has no reason only shrink', () => {
    const totals = { requestFieldsUnexplained: 1 };
    expect(below(totals, { requestFieldsUnexplained: 0 })).toHaveLength(1);
    expect(below(totals, { requestFieldsUnexplained: 2 })).toEqual([]);
    expect(raised(totals, { requestFieldsUnexplained: 2 })).toEqual(totals);
    expect(raised(totals, { requestFieldsUnexplained: 0 })).toEqual({ requestFieldsUnexplained: 0 });
  });

  it('explains request fields that have fewer than two values, and names a reason that explains none', () => {
    const once = { sent: true, filled: true, varied: false };
    const rows: Pick<RpcRow, 'rpc' | 'called' | 'requests'>[] = [
      {
        rpc: 'Version',
        called: true,
        requests: [
          { path: 'version', ...once },
          { path: 'other', ...once },
          { path: 'varied', ...once, varied: true },
          { path: 'windows.any', ...once },
        ],
      },
      {
        rpc: 'Exec',
        called: false,
        requests: [{ path: 'cmd[]', sent: false, filled: false, varied: false }],
      },
    ];
    const fits = { field: 'Version version', why: 'there is one', source: 'a.go, b' };
    const spare = { ...fits, field: 'Version varied' };
    const elsewhere = { ...spare, dependsOnNode: true } as const;
    const { open, unneeded } = explainRequests(rows, [fits, spare, elsewhere]);
    expect(open.map(({ path, why }) => [path, why])).toEqual([
      ['version', 'there is one'],
      ['other', undefined],
    ]);
    expect(unneeded).toEqual([spare]);
  });

  it('cannot tell a zero that is sent from one that is left out', () => {
    expect(valueSent('0', { kind: 'wide' })).toBe(valueSent(undefined, { kind: 'wide' }));
    expect(valueSent('1', { kind: 'wide' })).not.toBe(valueSent('2', { kind: 'wide' }));
  });

  it('explains what nobody finds, and names a reason that explains nothing', () => {
    const rows: Pick<RpcRow, 'rpc' | 'fields'>[] = [
      {
        rpc: 'Version',
        fields: [
          { path: 'version', dropped: ['x'], altered: [] },
          { path: 'runtime_name', dropped: ['x'], altered: ['y'] },
        ],
      },
    ];
    const fits = { field: 'Version *', mode: 'altered', why: 'anything goes' } as const;
    const spare = { field: 'Version runtime_name', why: 'none' };
    expect(explain(rows, [fits, spare])).toEqual({
      unjudged: [{ rpc: 'Version', path: 'version', mode: 'altered', why: 'anything goes' }],
      unneeded: [spare],
    });
  });
});
