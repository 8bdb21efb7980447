// SPDX-License-Identifier: Apache-2.0
import { readFile, realpath } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { boxPath, outputOf, runBox } from '../../support/run-box.js';

const ownStatus = async (lines: RegExp): Promise<string> =>
  (await readFile('/proc/self/status', 'utf8'))
    .split('\n')
    .filter((line) => lines.test(line))
    .map((line) => `${line}\n`)
    .join('');

describe('what it shows of its surroundings', () => {
  it('arguments, its own name first', async () => {
    expect(await outputOf('show args', 'exit 0', 'not $(EXPANDED)')).toBe(
      `${boxPath()}\nshow args\nexit 0\nnot $(EXPANDED)\n`,
    );
  });

  it('the environment, all or one of it', async () => {
    const env = { FIRST: '1', SECOND: 'with spaces', FIRST_LONGER: '2' };
    const statements = ['show env', 'show env FIRST', 'show env THIRD', 'show env FIRS'];
    const all = 'FIRST=1\nSECOND=with spaces\nFIRST_LONGER=2\n';
    expect((await runBox(statements, { env })).stdout).toBe(`${all}FIRST=1\nTHIRD unset\nFIRS unset\n`);
  });

  it('ids and groups', async () => {
    const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
    const groups = /^Groups:[ \t]*(.*?)[ \t]*$/m.exec(await readFile('/proc/self/status', 'utf8'))?.[1];
    const text = await outputOf('show ids', 'show groups');
    expect(text).toBe(`uid=${uid} gid=${gid} euid=${uid} egid=${gid}\ngroups=${groups ?? ''}\n`);
  });

  it('capabilities and what else limits privileges', async () => {
    const wanted = await ownStatus(/^(Cap...|NoNewPrivs|Seccomp):/);
    expect((await outputOf('show caps')).split('\n').map((line) => line.split(':')[0])).toEqual([
      ...['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb', 'NoNewPrivs', 'Seccomp', ''],
    ]);
    expect(await outputOf('show caps')).toBe(wanted);
  });

  it('hostname, directory and process ids', async () => {
    const cwd = await realpath(tmpdir());
    const ended = await runBox(['show hostname', 'show cwd', 'show pid'], { cwd });
    const [host, directory, pid] = ended.stdout.split('\n');
    expect([host, directory]).toEqual([hostname(), cwd]);
    expect(pid).toMatch(new RegExp(`^pid=\\d+ ppid=${process.pid}$`));
  });

  it.each([
    ['mounts', '/proc/self/mountinfo'],
    ['cgroup', '/proc/self/cgroup'],
    ['hosts', '/etc/hosts'],
    ['resolv', '/etc/resolv.conf'],
    ['oom', '/proc/self/oom_score_adj'],
    ['limits', '/proc/self/limits'],
  ])('%s as the kernel or the runtime wrote them', async (what, path) => {
    const wanted = await readFile(path, 'utf8').catch(() => '');
    expect(await outputOf(`show ${what}`)).toBe(wanted);
  });
});
