// SPDX-License-Identifier: Apache-2.0
import { gunzipSync } from 'node:zlib';
import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RenamedLog } from '#kubelet/context/kubelet-context.js';
import { rotatedName, sortOut } from '#kubelet/node/rotated-logs.js';
import { rotateLogs } from '#kubelet/node/rotate-logs.js';
import { scriptedCalls, type Script } from '../scripted-calls.js';
import { tempNode, type TempNode } from '../temp-node.js';
import { containerOf, type ListedObject } from '../pleg/listed-pod.js';

describe('which rotated parts of a log stay', () => {
  const [day1, day2, day3, day4] = ['1', '2', '3', '4'].map((day) => `0.log.2026010${day}-000000`) as [
    string,
    string,
    string,
    string,
  ];

  it.each<[string, string[], number, string[], string[]]>([
    ['nothing yet', [], 5, [], []],
    ['room for all', [day2, day1], 5, [day1, day2], []],
    ['the oldest go', [day4, day1, day3, day2], 5, [day2, day3, day4], [day1]],
    ['two files: no rotated part', [day1, day2], 2, [], [day1, day2]],
    ['compressed ones count', [`${day1}.gz`, day2], 3, [day2], [`${day1}.gz`]],
    [
      'half compressed',
      [`${day1}.gz.tmp`, `${day1}.tmp`, day1],
      5,
      [day1],
      [`${day1}.gz.tmp`, `${day1}.tmp`],
    ],
    ['compressed, but still there', [day1, `${day1}.gz`], 5, [`${day1}.gz`], [day1]],
  ])('%s', (...[, rotated, maxFiles, keep, remove]) => {
    expect(sortOut(rotated, maxFiles)).toEqual({ keep, remove });
  });

  it('names them by the local time', () => {
    expect(rotatedName('/l/0.log', new Date(2026, 6, 3, 4, 5, 6))).toBe('/l/0.log.20260703-040506');
  });
});

describe('log rotation', () => {
  let temp: TempNode;
  let notes: string[];
  let renamed: RenamedLog[];
  let dir: string;

  beforeEach(() => {
    temp = tempNode();
    notes = [];
    renamed = [];
    dir = `${temp.node.podLogsDir}/d_p_u/a`;
    temp.node.askedLogs.add(`${dir}/0.log`);
  });
  afterEach(() => temp.remove());

  const look = async (
    script: Script,
    things: readonly ListedObject[] = [{ id: 'c0', at: 1 }],
  ): Promise<string[]> => {
    const ending = new AbortController();
    const { call, made } = scriptedCalls(
      {
        ListContainers: () => ({ containers: things.map(containerOf) }),
        ContainerStatus: ({ container_id: id = '' }) => ({
          status: { ...containerOf({ id, at: 1 }), log_path: `${dir}/0.log` },
        }),
        ReopenContainerLog: () => ({}),
        ...script,
      },
      ending.signal,
    );
    const ports = {
      call,
      node: temp.node,
      signal: ending.signal,
      isOurs: (uid: string) => uid === 'u',
      wallMs: () => new Date(2026, 6, 3, 4, 5, 6).getTime(),
      note: (what: string) => void notes.push(what),
      onLogRenamed: (log: RenamedLog) => void renamed.push(log),
    };
    await rotateLogs(ports, { maxBytes: 10, maxFiles: 3 });
    return made;
  };
  const names = async (): Promise<readonly string[]> => (await temp.node.list(dir)).toSorted();

  it('leaves a short log alone', async () => {
    await temp.node.writeFile(`${dir}/0.log`, 'short');
    expect(await look({})).toEqual(['ListContainers {}', 'ContainerStatus c0']);
    expect(await names()).toEqual(['0.log']);
  });

  it('renames a long one, has it reopened, compresses the one before and drops the oldest', async () => {
    await temp.node.writeFile(`${dir}/0.log`, 'long enough');
    await temp.node.writeFile(`${dir}/0.log.20260101-000000.gz`, 'oldest');
    await temp.node.writeFile(`${dir}/0.log.20260102-000000`, 'older');
    const reopen = async (): Promise<void> => temp.node.writeFile(`${dir}/0.log`, '');
    const made = await look({
      ReopenContainerLog: () => {
        void reopen();
        return {};
      },
    });
    expect(made).toEqual(['ListContainers {}', 'ContainerStatus c0', 'ReopenContainerLog c0']);
    expect((await names()).filter((name) => name !== '0.log')).toEqual([
      '0.log.20260102-000000.gz',
      '0.log.20260703-040506',
    ]);
    expect(gunzipSync(await readFile(`${dir}/0.log.20260102-000000.gz`)).toString()).toBe('older');
    const path = `${dir}/0.log`;
    expect(renamed).toEqual([{ container: 'c0', path, rotated: `${path}.20260703-040506` }]);
    expect(notes).toEqual([]);
  });

  it('takes the name back when the runtime does not reopen it', async () => {
    await temp.node.writeFile(`${dir}/0.log`, 'long enough');
    await look({ ReopenContainerLog: () => ({ refused: 'UNKNOWN' }) });
    expect(await names()).toEqual(['0.log']);
    expect(renamed).toHaveLength(1);
    expect(notes).toEqual(['log rotation failed']);
  });

  it('asks for a log that is missing, once', async () => {
    expect(await look({})).toEqual(['ListContainers {}', 'ContainerStatus c0', 'ReopenContainerLog c0']);
    expect(notes).toEqual(['log rotation failed']);
  });

  it.each<[string, Script, string[]]>([
    ['the list is refused', { ListContainers: () => ({ refused: 'UNAVAILABLE' }) }, []],
    ['the status is refused', { ContainerStatus: () => ({ refused: 'NOT_FOUND' }) }, ['log rotation failed']],
    ['it has no log', { ContainerStatus: () => ({ status: {} }) }, []],
    [
      'the log is elsewhere',
      { ContainerStatus: () => ({ status: { log_path: '/etc/passwd' } }) },
      ['log rotation failed'],
    ],
  ])('touches nothing when %s', async (_, script, expected) => {
    const made = await look(script);
    expect(made.filter((line) => line.startsWith('Reopen'))).toEqual([]);
    expect(notes).toEqual(expected);
  });

  it('a path that climbs out of the directory is not ours', async () => {
    const outside = `${temp.node.podLogsDir}/../outside.log`;
    await temp.node.makeDir(temp.node.podLogsDir);
    await writeFile(outside, 'long enough');
    const made = await look({ ContainerStatus: () => ({ status: { log_path: outside } }) });
    expect(made).toHaveLength(2);
    expect(await readFile(outside, 'utf8')).toBe('long enough');
  });

  it('looks at running containers of our pods only', async () => {
    const strange = { ...containerOf({ id: 'c9', at: 1 }), labels: { 'io.kubernetes.pod.uid': 'v' } };
    const made = await look({
      ListContainers: () => ({
        containers: [strange, containerOf({ id: 'c1', at: 1, state: 'exited' }), { id: 'bare' }],
      }),
    });
    expect(made).toEqual(['ListContainers {}']);
  });

  it.each(['ListContainers', 'ContainerStatus', 'ReopenContainerLog'] as const)(
    'ends when %s hangs and the kubelet does not',
    async (rpc) => {
      const ending = new AbortController();
      const { call } = scriptedCalls(
        {
          ListContainers: () => ({ containers: [containerOf({ id: 'c0', at: 1 })] }),
          ContainerStatus: () => ({ status: { log_path: `${dir}/0.log` } }),
          [rpc]: () => 'hangs' as const,
        },
        ending.signal,
      );
      const { signal } = ending;
      const ports = {
        call,
        node: temp.node,
        signal,
        isOurs: () => true,
        wallMs: () => 0,
        note: () => undefined,
        onLogRenamed: () => undefined,
      };
      const looking = rotateLogs(ports, { maxBytes: 10, maxFiles: 5 });
      ending.abort();
      await expect(looking).resolves.toBeUndefined();
    },
  );
});
