// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import { splitOutput, type StatementOutput } from '#guest/split-output.js';
import type { Statement, Verb, View } from '#guest/statement.js';
import { joinedOf, logFilesOf } from '../log-files.js';
import { wordsOf } from '../words.js';

/** What a program saw inside its container. */
export interface InsideView<S = Statement> {
  readonly life: ContainerHistory;
  readonly statement: S;
  /** What it wrote about it. */
  readonly output: string;
  /** The container's own program, not a command executed in it. */
  readonly isMain: boolean;
  /** The calls that made it, or made it speak. */
  readonly calls: readonly RecordedCall[];
}

const known = new WeakMap<Evidence, readonly InsideView[]>();

/** From the logs of programs, and from the answers of ExecSync, in that order. */
export function insideViews(evidence: Evidence): readonly InsideView[] {
  const seen = known.get(evidence) ?? [...fromLogs(evidence), ...fromExecs(evidence)];
  known.set(evidence, seen);
  return seen;
}

function fromLogs(evidence: Evidence): readonly InsideView[] {
  return logFilesOf(evidence).flatMap((log) => {
    const words = wordsOf(log.life.config);
    if (!log.untouched || !log.exists || words.length === 0) return [];
    const text = `${joinedOf(log).stdout}\n`;
    const calls = [log.life.create, ...log.life.starts.slice(0, 1)];
    return splitOutput(words, text, { isComplete: false }).map((seen) =>
      view(log.life, seen, { isMain: true, calls }),
    );
  });
}

function fromExecs(evidence: Evidence): readonly InsideView[] {
  return evidence.containers().flatMap((life) =>
    life.execs.filter(isAnswered).flatMap((exec) => {
      const { stdout = '', exit_code: code = 0 } = exec.outcome.response;
      if (code !== 0) return [];
      const text = Buffer.from(stdout, 'base64').toString();
      const calls = [life.create, exec];
      return splitOutput(exec.request.cmd ?? [], text, { isComplete: true }).map((seen) =>
        view(life, seen, { isMain: false, calls }),
      );
    }),
  );
}

const view = (
  life: ContainerHistory,
  { statement, output }: StatementOutput,
  from: Pick<InsideView, 'isMain' | 'calls'>,
): InsideView => ({ life, statement, output, ...from });

export function viewsBy<V extends Verb>(evidence: Evidence, verb: V): readonly InsideView<Statement<V>>[] {
  return insideViews(evidence).flatMap((seen) =>
    seen.statement.do === verb ? [seen as InsideView<unknown> as InsideView<Statement<V>>] : [],
  );
}

/** What `show` said of one thing. */
export function shown(evidence: Evidence, thing: View): readonly InsideView<Statement<'show'>>[] {
  return viewsBy(evidence, 'show').filter(({ statement: { view: what } }) => what === thing);
}

/** What `cat` said of one file. */
export function contentsOf(evidence: Evidence, path: string): readonly InsideView<Statement<'cat'>>[] {
  return viewsBy(evidence, 'cat').filter(({ statement }) => statement.path === path);
}

/** The one line that it says. */
export const lineIn = ({ output }: InsideView<unknown>): string => output.replace(/\n$/, '');

/** The calls that prove what a pod gave to the program: the one that made the pod comes first. */
export function callsInPod(
  evidence: Evidence,
  { life, calls }: InsideView<unknown>,
): readonly RecordedCall[] {
  const run = evidence.sandbox(life.sandboxId)?.run;
  return run === undefined ? calls : [run, ...calls];
}
