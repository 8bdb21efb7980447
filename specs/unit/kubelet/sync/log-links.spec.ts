// SPDX-License-Identifier: Apache-2.0
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { linkLog, logLinkName, removeDanglingLinks } from '#kubelet/sync/log-links.js';
import { removeContainer } from '#kubelet/sync/remove-container.js';
import { scriptedCalls, type Script } from '../scripted-calls.js';
import { tempNode, type TempNode } from '../temp-node.js';
import { containerOf } from '../pleg/listed-pod.js';

const named = { podName: 'p', namespace: 'd', container: 'a', id: 'c012345' };
const note = (): void => undefined;

describe('the name of a log link', () => {
  it.each([
    [named, 'p_d_a-c012345.log'],
    [{ ...named, podName: 'x'.repeat(300) }, `${'x'.repeat(251)}.log`],
    [{ ...named, podName: 'x'.repeat(242) }, `${'x'.repeat(242)}_d_a-c012.log`],
  ])('%j', (of, expected) => {
    expect(logLinkName(of)).toBe(expected);
    expect(logLinkName(of).length).toBeLessThanOrEqual(255);
  });
});

describe('links to logs', () => {
  let temp: TempNode;
  let log: string;
  beforeEach(() => {
    temp = tempNode();
    log = `${temp.node.podLogsDir}/d_p_u/a/0.log`;
    temp.node.askedLogs.add(log);
  });
  afterEach(() => temp.remove());
  const links = (): Promise<readonly string[]> => temp.node.list(temp.node.containerLogsDir);

  it('one is made where there is a log', async () => {
    await linkLog({ node: temp.node, note }, named, log);
    expect(await links()).toEqual([]);
    await temp.node.writeFile(log, 'line');
    await linkLog({ node: temp.node, note }, named, log);
    expect(await links()).toEqual(['p_d_a-c012345.log']);
    expect(await temp.node.linkTarget(`${temp.node.containerLogsDir}/p_d_a-c012345.log`)).toBe(log);
  });

  it.each<[string, Script['ContainerStatus'], boolean]>([
    ['is not known any more', () => ({ refused: 'NOT_FOUND' }), false],
    ['cannot be asked about', () => ({ refused: 'UNAVAILABLE' }), false],
    ['has exited', () => ({ status: { state: 'CONTAINER_EXITED' } }), false],
    ['runs', () => ({ status: { state: 'CONTAINER_RUNNING' } }), true],
  ])('one that leads nowhere: its container %s', async (_, ContainerStatus, stays) => {
    const { node } = temp;
    await node.link(log, `${node.containerLogsDir}/p_d_a-c012345.log`);
    const { call, made } = scriptedCalls({ ...(ContainerStatus && { ContainerStatus }) });
    await removeDanglingLinks({ call, node });
    expect(made).toEqual(['ContainerStatus c012345']);
    expect(await links()).toHaveLength(stays ? 1 : 0);
  });

  it('leaves alone what leads somewhere, and what leads to others', async () => {
    const { node } = temp;
    await node.writeFile(log, '');
    await node.link(log, `${node.containerLogsDir}/good-c012345.log`);
    await node.link('/nowhere/0.log', `${node.containerLogsDir}/other-c012345.log`);
    await node.link(`${log}x`, `${node.containerLogsDir}/short-c0.log`);
    const { call, made } = scriptedCalls({});
    await removeDanglingLinks({ call, node });
    expect(made).toEqual([]);
    expect((await links()).toSorted()).toEqual(['good-c012345.log', 'other-c012345.log']);
  });

  it('a container is removed after two reads, with its logs and its link', async () => {
    const { node } = temp;
    for (const name of ['0.log', '0.log.20260101-000000.gz', '1.log'])
      await node.writeFile(`${dirname(log)}/${name}`, '');
    await node.link(log, `${node.containerLogsDir}/p_d_a-c012345.log`);
    const labels = {
      'io.kubernetes.pod.name': 'p',
      'io.kubernetes.pod.namespace': 'd',
      'io.kubernetes.container.name': 'a',
    };
    const { call, made } = scriptedCalls({
      ContainerStatus: () => ({
        status: { ...containerOf({ id: 'c012345', at: 1 }), labels, log_path: log },
      }),
      RemoveContainer: () => ({}),
    });
    expect(await removeContainer({ call, node, note }, 'c012345')).toBe(true);
    expect(made).toEqual(['ContainerStatus c012345', 'ContainerStatus c012345', 'RemoveContainer c012345']);
    expect(await node.list(`${node.podLogsDir}/d_p_u/a`)).toEqual(['1.log']);
    expect(await links()).toEqual([]);
  });

  it.each<[string, Script['ContainerStatus'], number]>([
    ['is refused', () => ({ refused: 'NOT_FOUND' }), 1],
    ['is empty', () => ({}), 1],
    ['lacks what it must have', () => ({ status: { id: 'c' } }), 1],
  ])('a container whose status %s is not removed', async (_, ContainerStatus, reads) => {
    const { call, made } = scriptedCalls({ ...(ContainerStatus && { ContainerStatus }) });
    expect(await removeContainer({ call, node: temp.node, note }, 'c0')).toBe(false);
    expect(made).toHaveLength(reads);
  });

  it('no file is removed for a container without a log path', async () => {
    await temp.node.writeFile(log, '');
    const { call } = scriptedCalls({
      ContainerStatus: () => ({ status: containerOf({ id: 'c0', at: 1 }) }),
      RemoveContainer: () => ({}),
    });
    expect(await removeContainer({ call, node: temp.node, note }, 'c0')).toBe(true);
    expect(await temp.node.sizeOf(log)).toBe(0);
  });
});
