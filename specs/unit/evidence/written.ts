// SPDX-License-Identifier: Apache-2.0
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '#base/failure.js';
import type { Evidence } from '#evidence/evidence.js';
import type { EvidenceEvent, RecordingHeader } from '#evidence/event.js';
import { readEvidence, type EvidenceReader } from '#evidence/read/read-evidence.js';

export const header: RecordingHeader = {
  type: 'header',
  schemaVersion: 1,
  tool: { name: 'criprobe', version: '0.1.0' },
  run: 'c0de',
  startedAtNs: '1795132800000000000',
  startedAt: '2026-11-20T00:00:00.000Z',
  kubelet: { version: '1.34', pace: 'fast' },
  host: {
    kernel: 'Linux 6.8.0',
    arch: 'x86_64',
    cgroupVersion: 'v2',
    cgroupDriver: 'cgroupfs',
    node: '20.20.2',
    root: false,
    lacks: [],
  },
  target: {
    name: 'some',
    version: '1.0.0',
    apiVersion: 'v1',
    endpoint: 'unix:///run/some.sock',
    launcher: 'existing-socket',
    handlers: [''],
    cni: 'ready',
  },
};

export const call = (seq: number, scenario: string, more: Partial<EvidenceEvent> = {}): EvidenceEvent =>
  ({
    type: 'call',
    seq,
    scenario,
    rpc: 'Version',
    deadlineMs: 1000,
    request: {},
    atMs: seq,
    ...more,
  }) as EvidenceEvent;

export const answered = (seq: number, response: Readonly<Record<string, unknown>> = {}): EvidenceEvent => ({
  type: 'end',
  seq,
  atMs: seq + 0.5,
  outcome: { kind: 'ok', response, raw: '' },
});

export const began = (scenario: string, atMs = 0): EvidenceEvent => ({ type: 'scenario', scenario, atMs });

export const ended = (scenario: string, atMs = 100): EvidenceEvent => ({
  type: 'scenario-end',
  scenario,
  atMs,
  ended: 'done',
});

/** A directory of one spec's own, with recordings in it. */
export class Desk {
  readonly directory: string = mkdtempSync(join(tmpdir(), 'criprobe-evidence-'));

  path(name: string): string {
    return join(this.directory, name);
  }

  /** Whole lines for events, text as it is. */
  write(name: string, ...parts: readonly (EvidenceEvent | string)[]): string {
    const text = parts
      .map((part) => (typeof part === 'string' ? part : `${JSON.stringify(part)}\n`))
      .join('');
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  clear(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

export function eventsIn(path: string): readonly EvidenceEvent[] {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as EvidenceEvent);
}

export async function readAll(
  path: string,
): Promise<{ reader: EvidenceReader; scenarios: readonly Evidence[] }> {
  const reader = await readEvidence(path);
  const scenarios: Evidence[] = [];
  for await (const scenario of reader.scenarios) scenarios.push(scenario);
  return { reader, scenarios };
}

/** The failure something ends in; an error of the spec when it does not. */
export async function failureOf(doing: () => unknown): Promise<Failure> {
  try {
    await doing();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

const tapeModule = new URL('../../../dist/evidence/write/evidence-writer.js', import.meta.url).href;

/** A process that has `openEvidenceWriter` and `path`, runs the statements, and is ended by its pid. */
export function writingIn(path: string, statements: string, through: readonly string[] = []): ChildProcess {
  const script = `import { openEvidenceWriter } from ${JSON.stringify(tapeModule)};\nconst path = ${JSON.stringify(path)};\n${statements}`;
  const line = [...through, process.execPath, '--input-type=module', '--eval', script];
  return spawn(line[0] ?? '', line.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
}

export async function outputOf(child: ChildProcess): Promise<string> {
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => child.once('close', resolve));
  return Buffer.concat(chunks).toString();
}
