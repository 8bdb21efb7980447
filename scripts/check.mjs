// SPDX-License-Identifier: Apache-2.0
// Runs every script of package.json that begins with `check:`, two at a time, and prints the output of each
// when it ends.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pooled } from './pooled.mjs';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'));
/** Takes longer than all others together. */
const longest = 'check:lint';
const inOrder = [longest, ...checks.filter((name) => name !== longest)];

const failed = (await pooled(inOrder, 2, check)).filter((name) => name !== undefined);
if (failed.length > 0) console.error(`✗ ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function check(name) {
  const from = performance.now();
  const { code, text } = await npmRun(name);
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${Math.round((performance.now() - from) / 1000)} s)`);
  if (code !== 0) console.log(text);
  return code === 0 ? undefined : name;
}

function npmRun(name) {
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (text += bytes));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, text }));
  });
}
