// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, root } from './root.mjs';
import { stalledIn } from './stalled.mjs';

/**
 * Runs `criprobe run`; returns no result if it ended before there was one. Its output stays in the directory.
 */
export async function runEntry(entry, { directory, selection }) {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const from = performance.now();
  const what = [entry.command ?? 'run', ...selection, ...entry.args];
  const verdict = ['--fail-on', 'any', ...known(entry), '--output', directory];
  const { exit, stdout, stderr } = await criprobe([...what, ...verdict]);
  writeFileSync(join(directory, 'stderr.txt'), stderr);
  const seconds = Math.round((performance.now() - from) / 1000);
  const result = readResult(join(directory, 'result.json'));
  const stalled = exit === 1 && result !== undefined ? stalledIn(result) : [];
  const judged = stalled.length === 0 ? exit : await exitWithout(stalled, entry, directory);
  return { exit: judged, seconds, result, complaint: lastWords(stderr), report: stdout };
}

/** The exit code of the run if nobody had asked for these contracts. */
async function exitWithout(contracts, entry, directory) {
  const recording = join(directory, 'evidence.jsonl');
  const selection = ['--skip', contracts.join(','), '--reporter', 'none'];
  const { exit } = await criprobe(['judge', recording, ...selection, '--fail-on', 'any', ...known(entry)]);
  return exit;
}

function criprobe(args) {
  const child = spawn(process.execPath, [main, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: 'true' },
  });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr']) {
    child[stream].setEncoding('utf8').on('data', (text) => {
      said[stream] += text;
    });
  }
  // An interrupted run cleans up after itself; then no further run starts.
  let interrupted;
  const pass = (signal) => {
    interrupted = signal;
    child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM'];
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const each of signals) process.off(each, pass);
      if (interrupted === undefined) resolve({ exit: code ?? signal, ...said });
      else reject(new Error(`interrupted by ${interrupted}`));
    });
  });
}

/** `when:` in the lists says which runtime and version a line is for. */
function known({ name: of, command, known: runtime, variant }) {
  const names = command === 'upgrade' ? [of] : [`${runtime}-${variant}`, runtime];
  const file = names
    .map((name) => `${name.replace(/^crio/, 'cri-o')}.yaml`)
    .map((each) => join(root, 'reports', 'known', each))
    .find((each) => existsSync(each));
  return file === undefined ? [] : ['--known-failing', file];
}

function readResult(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function lastWords(stderr) {
  const lines = stderr.trim().split('\n');
  return (lines.findLast((line) => line.startsWith('✘')) ?? lines.at(-1) ?? '').trim();
}
