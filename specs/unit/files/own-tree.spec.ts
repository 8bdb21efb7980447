// SPDX-License-Identifier: Apache-2.0
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { gzipFile } from '#files/gzip-file.js';
import { OwnTree } from '#files/own-tree.js';
import { realPathIn } from '#files/real-path.js';

let dir = '';
let root = '';
let outside = '';
let tree: OwnTree;

beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'criprobe-tree-')));
  root = join(dir, 'root');
  outside = join(dir, 'outside');
  tree = new OwnTree(root);
  mkdirSync(join(outside, 'sub'), { recursive: true });
  writeFileSync(join(outside, 'canary'), 'canary', { mode: 0o600 });
  writeFileSync(join(outside, 'sub/canary'), 'canary', { mode: 0o600 });
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const all = (path: string): Buffer | undefined => tree.read(path, { maxBytes: 1000 });
const text = (path: string): string | undefined => all(path)?.toString();
const removed = (path: string): number => [...tree.removal(path)].length;

function expectCanariesWhole(): void {
  for (const name of ['canary', 'sub/canary']) {
    expect(readFileSync(join(outside, name), 'utf8')).toBe('canary');
    expect(statSync(join(outside, name)).mode & 0o7777).toBe(0o600);
  }
  expect(readdirSync(outside).toSorted()).toEqual(['canary', 'sub']);
  expect(readdirSync(join(outside, 'sub'))).toEqual(['canary']);
}

describe('a tree of our own', () => {
  it('does what is asked of it', async () => {
    tree.makeDir('a/b', 0o700);
    expect(statSync(join(root, 'a/b')).mode & 0o7777).toBe(0o700);
    tree.writeFile(`${root}/a/b/file`, 'one', 0o640);
    tree.writeFile('a/b/file', 'two', 0o604);
    expect([text('a/b/file'), tree.look('a/b/file')]).toEqual([
      'two',
      { kind: 'file', mode: 0o604, size: 3 },
    ]);
    expect(tree.read('a/b/file', { fromByte: -2, maxBytes: 1 })?.toString()).toBe('w');
    tree.link('file', 'a/b/link');
    tree.link('else', 'a/b/link');
    expect([tree.linkTarget('a/b/link'), tree.linkTarget('a/b/file')]).toEqual(['else', undefined]);
    tree.rename('a/b/file', 'a/moved');
    await gzipFile(tree, 'a/moved', 'a/small.gz');
    expect(tree.list('a').toSorted()).toEqual(['b', 'moved', 'small.gz']);
    tree.setMode('a/moved', 0o444);
    tree.setGroup('a/moved', statSync(root).gid);
    expect(tree.look('a/moved')?.mode).toBe(0o444);
    removed('a');
    removed('a');
    expect([tree.list(''), tree.list('a'), text('a/moved')]).toEqual([[], [], undefined]);
  });

  it.each([
    '',
    '..',
    '../outside/canary',
    'a/../../outside/canary',
    'a//b',
    './a',
    'a/',
    'a/\0',
    '/etc/passwd',
  ])('has no place for %j', (path) => {
    tree.makeDir('a');
    for (const change of [
      () => {
        tree.writeFile(path, '');
      },
      () => {
        tree.link('x', path);
      },
      () => {
        tree.rename(path, 'b');
      },
      () => {
        tree.setMode(path, 0o777);
      },
      () => removed(path),
    ])
      expect(change).toThrow();
    expect([text(path), tree.look(path), tree.linkTarget(path)]).toEqual([undefined, undefined, undefined]);
    expectCanariesWhole();
  });

  it('refuses a root beside it whose name begins alike', () => {
    expect(() => {
      tree.writeFile(`${root}x/file`, '');
    }).toThrow('is not below');
    expect(existsSync(`${root}x`)).toBe(false);
  });

  it('refuses names that are too long, without a trace', () => {
    expect(() => {
      tree.writeFile(`a/${'x'.repeat(300)}`, '');
    }).toThrow('ENAMETOOLONG');
    expect([text('x'.repeat(5000)), tree.list('a')]).toEqual([undefined, []]);
  });

  it.each(['root', 'root/a', 'root/a/b'])('goes through no link at %s', (at) => {
    mkdirSync(join(outside, '../away/a/b'), { recursive: true });
    mkdirSync(join(dir, at, '..'), { recursive: true });
    symlinkSync(outside, join(dir, at));
    const path = 'a/b/sub/canary';
    for (const change of [
      () => {
        tree.writeFile(path, 'x');
      },
      () => {
        tree.makeDir('a/b/new');
      },
      () => {
        tree.link('x', path);
      },
      () => {
        tree.rename(path, `${path}.old`);
      },
      () => {
        tree.setMode(path, 0o777);
      },
    ])
      expect(change).toThrow();
    removed(path);
    expect([text(path), tree.look(path), tree.list('a/b/sub')]).toEqual([undefined, undefined, []]);
    expectCanariesWhole();
  });

  it('follows no link at the end', async () => {
    tree.makeDir('a');
    symlinkSync(join(outside, 'canary'), join(root, 'a/link'));
    expect([text('a/link'), tree.look('a/link')?.kind]).toEqual([undefined, 'link']);
    expect(() => {
      tree.setMode('a/link', 0o777);
    }).toThrow('neither a directory nor a file');
    await expect(gzipFile(tree, 'a/link', 'a/new')).rejects.toThrow('not a regular file');
    tree.rename('a/link', 'a/link2');
    expect(readlinkSync(join(root, 'a/link2'))).toBe(join(outside, 'canary'));
    tree.writeFile('a/link2', 'x');
    expect(lstatSync(join(root, 'a/link2')).isFile()).toBe(true);
    expectCanariesWhole();
  });

  it('replaces by a link nothing but links', () => {
    tree.writeFile('auth.log', 'canary');
    expect(() => {
      tree.link('x', 'auth.log');
    }).toThrow('not a link');
    expect([text('auth.log'), tree.list('')]).toEqual(['canary', ['auth.log']]);
  });

  it('changes no file that has another name elsewhere', () => {
    tree.makeDir('a');
    linkSync(join(outside, 'canary'), join(root, 'a/hard'));
    expect(() => {
      tree.setMode('a/hard', 0o666);
    }).toThrow('a single link');
    tree.writeFile('a/hard', 'x');
    expectCanariesWhole();
  });

  it('waits for no FIFO and opens no device', async () => {
    tree.makeDir('a');
    spawnSync('mkfifo', [join(root, 'a/fifo')]);
    expect([text('a/fifo'), tree.look('a/fifo')?.kind]).toEqual([undefined, 'FIFO']);
    await expect(gzipFile(tree, 'a/fifo', 'a/new')).rejects.toThrow('not a regular file');
    if (spawnSync('mknod', [join(root, 'a/zero'), 'c', '1', '5']).status === 0)
      expect([text('a/zero'), tree.look('a/zero')?.kind]).toEqual([undefined, 'character device']);
    removed('a');
    expect(tree.list('')).toEqual([]);
  });

  it('reads no more than it is asked to', () => {
    tree.writeFile('holes', '');
    truncateSync(join(root, 'holes'), 1 << 30);
    const before = process.memoryUsage().rss;
    expect(tree.read('holes', { maxBytes: 1 << 16 })?.length).toBe(1 << 16);
    expect(tree.read('holes', { fromByte: -(1 << 16), maxBytes: 1 << 16 })?.length).toBe(1 << 16);
    expect(process.memoryUsage().rss - before).toBeLessThan(1 << 26);
    for (let at = 0; at < 50; at += 1) tree.writeFile(`many/${at}`, '');
    expect(tree.list('many', 20)).toHaveLength(20);
  });

  it('removes links, not what they lead to, and deep trees with few descriptors', () => {
    tree.makeDir('v');
    symlinkSync(outside, join(root, 'v/out'));
    symlinkSync('..', join(root, 'v/up'));
    tree.makeDir(['v', ...Array.from({ length: 200 }, () => 'deep')].join('/'));
    tree.writeFile('beside', '');
    for (let at = 0; at < 600; at += 1) writeFileSync(join(root, `v/${at}`), '');
    const open = (): number => readdirSync('/proc/self/fd').length;
    const before = process.platform === 'linux' ? open() : 0;
    let most = before;
    const steps = tree.removal('v');
    while (steps.next().done !== true) if (process.platform === 'linux') most = Math.max(most, open());
    expect(tree.list('')).toEqual(['beside']);
    expect(most - before).toBeLessThan(20);
    expectCanariesWhole();
  });

  it('leaves no descriptor open, whatever failed', () => {
    if (process.platform !== 'linux') return;
    tree.writeFile('a/file', '');
    symlinkSync(outside, join(root, 'a/out'));
    const open = (): number => readdirSync('/proc/self/fd').length;
    const before = open();
    for (const path of ['a/file', 'a/none', 'a/out/canary', 'a/file/x', '../x', 'a']) {
      for (const act of [
        () => text(path),
        () => tree.look(path),
        () => {
          tree.makeDir(path);
        },
        () => {
          tree.link('x', path);
        },
        () => {
          tree.setMode(`${path}/x`, 0);
        },
        () => {
          tree.rename(path, 'a/out/x');
        },
      ])
        try {
          act();
        } catch {
          // The others are of interest.
        }
    }
    expect(open()).toBe(before);
    expectCanariesWhole();
  });
});

describe('where a path leads', () => {
  it('by links that stay in the tree', () => {
    tree.writeFile('v/..one/file', '');
    tree.link('..one', 'v/..data');
    tree.link('..data/file', 'v/file');
    tree.link(join(root, 'v'), 'w');
    tree.link('../../outside/canary', 'v/out');
    tree.link('loop', 'v/loop');
    tree.link(outside, 'v/away');
    const paths = ['w/file', 'v/out', 'v/loop', 'v/away/canary', 'v/none'].map((path) =>
      realPathIn(tree, join(root, path)),
    );
    expect(paths).toEqual([join(root, 'v/..one/file'), undefined, undefined, undefined, undefined]);
  });
});

/** Turns `a/b` into a link out of the tree and back, as fast as it can, until it is ended. */
const turner = `
  const fs = require('fs'); const [root, outside] = process.argv.slice(1);
  const tried = (act) => { try { act(); } catch {} };
  process.chdir(root);
  console.log('turning');
  for (;;) {
    tried(() => fs.renameSync('a/b', 'away')); tried(() => fs.symlinkSync(outside, 'a/b'));
    tried(() => fs.unlinkSync('a/b')); tried(() => fs.renameSync('away', 'a/b'));
    tried(() => fs.rmSync('away', { recursive: true, force: true }));
  }
`;

describe('while somebody turns a directory into a link and back', () => {
  let other: ChildProcess | undefined;
  beforeEach(async () => {
    tree.makeDir('a/b/sub');
    other = spawn(process.execPath, ['-e', turner, root, outside], { stdio: ['ignore', 'pipe', 'inherit'] });
    if (other.stdout) await once(other.stdout, 'data');
  });
  afterEach(async () => {
    const ended = other && once(other, 'exit');
    other?.kill('SIGKILL');
    await ended;
  });

  it('nothing outside is read, written, renamed, changed or removed', () => {
    let worked = 0;
    for (let round = 0; round < 1500; round += 1) {
      const path = 'a/b/sub/canary';
      for (const act of [
        () => {
          expect(text(path) ?? 'ours').toBe('ours');
        },
        () => {
          tree.writeFile(path, 'ours');
        },
        () => {
          tree.setMode(path, 0o777);
        },
        () => {
          tree.rename(path, `${path}.old`);
        },
        () => {
          tree.link('x', 'a/b/sub/link');
        },
        () => removed('a/b/sub'),
        () => removed('a/b/canary'),
      ])
        try {
          act();
          worked += 1;
        } catch (error) {
          if (typeof error === 'object' && error !== null && 'matcherResult' in error) throw error;
        }
    }
    expect(worked).toBeGreaterThan(0);
    expectCanariesWhole();
  });
});
