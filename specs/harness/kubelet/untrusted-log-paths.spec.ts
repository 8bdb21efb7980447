// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import { linkLog, removeDanglingLinks } from '#kubelet/sync/log-links.js';
import { removeContainer } from '#kubelet/sync/remove-container.js';
import { terminationMessage } from '#kubelet/sync/termination-message.js';
import { rotateLogs } from '#kubelet/node/rotate-logs.js';
import { nodeFiles, type NodeFiles } from '#kubelet/context/node-files.js';
import { instance } from '../../unit/kubelet/decide/statuses.js';
import { scriptedCalls } from '../../unit/kubelet/scripted-calls.js';
import { containerOf } from '../../unit/kubelet/pleg/listed-pod.js';

const names = ['auth.log', 'shadow', 'shadow-', 'shadow.1', '0.log', '0.log.1'];
let dir: string;
let victim: string;
let node: NodeFiles;
let notes: string[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'criprobe-untrusted-'));
  victim = join(dir, 'victim');
  mkdirSync(victim);
  for (const name of names) writeFileSync(join(victim, name), 'canary '.repeat(5));
  node = nodeFiles({ podLogsDir: join(dir, 'work/pods'), rootDir: join(dir, 'work/kubelet') });
  notes = [];
  for (const made of [`${node.podLogsDir}/d_p_u`, node.containerLogsDir]) await node.makeDir(made);
});
afterEach(() => {
  for (const name of names) expect(readFileSync(join(victim, name), 'utf8')).toBe('canary '.repeat(5));
  expect(readdirSync(victim).toSorted()).toEqual(names.toSorted());
  rmSync(dir, { recursive: true, force: true });
});

const note = (what: string): void => void notes.push(what);

/** What a kubelet does with the log of a container, when the runtime says that it is there. */
async function livesWithLogAt(path: string): Promise<readonly string[]> {
  const status: ContainerStatus = { ...containerOf({ id: 'c0', at: 1 }), log_path: path };
  const { call, made } = scriptedCalls({
    ListContainers: () => ({ containers: [containerOf({ id: 'c0', at: 1 })] }),
    ContainerStatus: () => ({ status }),
    ReopenContainerLog: () => ({}),
    RemoveContainer: () => ({}),
  });
  const { signal } = new AbortController();
  await rotateLogs(
    { call, node, signal, note, onLogRenamed: () => undefined, wallMs: () => 0, isOurs: () => true },
    { maxBytes: 10, maxFiles: 2 },
  );
  const annotations = { 'io.kubernetes.container.terminationMessagePolicy': 'FallbackToLogsOnError' };
  const ended = instance('a', 1, { annotations, log_path: path });
  expect(await terminationMessage(node, ended)).not.toContain('canary');
  expect(await removeContainer({ call, node, note }, 'c0')).toBe(true);
  return made.map((line) => line.split(' ')[0] ?? '');
}

/** The order of a kubelet that leaves the file alone. */
const inOrder = [
  'ListContainers',
  'ContainerStatus',
  'ContainerStatus',
  'ContainerStatus',
  'RemoveContainer',
];

describe('a log path that nobody asked for', () => {
  it('is left alone, and noted', async () => {
    expect(await livesWithLogAt(join(victim, 'shadow'))).toEqual(inOrder);
    expect(notes).toEqual(['log rotation failed', 'log not removed: we asked for no log there']);
  });

  it.each([
    ['behind a link below our directory', 'pods/d_p_u/lnk/shadow'],
    ['beside ours', 'pods/d_p_u/other.log'],
    ['by way of ours', 'pods/d_p_u/../../../victim/shadow'],
  ])('%s', async (_, path) => {
    symlinkSync(victim, `${node.podLogsDir}/d_p_u/lnk`);
    writeFileSync(`${node.podLogsDir}/d_p_u/other.log`, 'longer than ten');
    expect(await livesWithLogAt(join(dir, 'work', path))).toEqual(inOrder);
    expect(readdirSync(`${node.podLogsDir}/d_p_u`).toSorted()).toEqual(['lnk', 'other.log']);
  });
});

describe('where we asked for a log', () => {
  let log: string;
  beforeEach(() => {
    log = `${node.podLogsDir}/d_p_u/a/0.log`;
    node.askedLogs.add(log);
  });

  it('a link instead of its directory leads nowhere', async () => {
    symlinkSync(victim, `${node.podLogsDir}/d_p_u/a`);
    await livesWithLogAt(log);
    expect(notes).toEqual(['log rotation failed']);
  });

  it('a link instead of it goes, and not what it leads to', async () => {
    await node.makeDir(`${node.podLogsDir}/d_p_u/a`);
    symlinkSync(join(victim, '0.log'), log);
    await livesWithLogAt(log);
    expect(await node.list(`${node.podLogsDir}/d_p_u/a`)).toEqual([]);
  });

  it('nobody waits for a FIFO', async () => {
    await node.makeDir(`${node.podLogsDir}/d_p_u/a`);
    spawnSync('mkfifo', [log]);
    await livesWithLogAt(log);
    expect(await node.list(`${node.podLogsDir}/d_p_u/a`)).toEqual([]);
  });

  it('only it and its rotated parts are removed', async () => {
    for (const name of ['0.log', '0.log.20260101-000000', '0.log-', '0.logs', '10.log'])
      await node.writeFile(`${node.podLogsDir}/d_p_u/a/${name}`, '');
    const { call } = scriptedCalls({
      ContainerStatus: () => ({ status: { ...containerOf({ id: 'c0', at: 1 }), log_path: log } }),
      RemoveContainer: () => ({}),
    });
    expect(await removeContainer({ call, node, note }, 'c0')).toBe(true);
    expect((await node.list(`${node.podLogsDir}/d_p_u/a`)).toSorted()).toEqual([
      '0.log-',
      '0.logs',
      '10.log',
    ]);
  });

  it.each(['/../../../victim/auth', '/', '..', '', '-x', 'a/b', 'a\0', 'x'.repeat(300), 'a\n'])(
    'the id %j is no part of a path',
    async (id) => {
      await node.writeFile(log, 'line');
      const named = { podName: 'p', namespace: 'd', container: 'a', id };
      await linkLog({ node, note }, named, log);
      expect(notes).toEqual(['log link failed']);
      expect(await node.list(node.containerLogsDir)).toEqual([]);
    },
  );

  it('links of ours are replaced, other things are not', async () => {
    await node.writeFile(log, 'line');
    const place = `${node.containerLogsDir}/p_d_a-c0.log`;
    await node.writeFile(place, 'kept');
    const named = { podName: 'p', namespace: 'd', container: 'a', id: 'c0' };
    await linkLog({ node, note }, named, log);
    expect([await node.readFile(place), notes]).toEqual(['kept', ['log link failed']]);
    const { call } = scriptedCalls({});
    await removeDanglingLinks({ call, node });
    expect(await node.readFile(place)).toBe('kept');
  });
});

it.each(['/etc/hosts', '/', ''])('the files of a node are not the host: %j', async (path) => {
  expect([await node.readFile(path), await node.look(path), await node.list(path)]).toEqual([
    undefined,
    undefined,
    [],
  ]);
  await expect(node.remove(path)).rejects.toThrow('not below a directory of this run');
  await expect(node.writeFile(path, '')).rejects.toThrow('not below a directory of this run');
});
