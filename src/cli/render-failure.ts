// SPDX-License-Identifier: Apache-2.0
import { Failure } from '#base/failure.js';
import { exitCode } from '#base/exit-code.js';
import { printable, printableLines } from '#base/text/printable.js';
import { withoutTelling } from '#base/text/secrets.js';

export interface Paint {
  readonly bold: (text: string) => string;
  readonly red: (text: string) => string;
}

const labelWidth = 8;

/** What is wrong in one line, then what was seen, the likely cause, and the fix. */
export function renderFailure(failure: Failure, { bold, red }: Paint): string {
  const { message, code, seen, likely, fix } = shownFacts(failure);
  const rows = [
    ['seen', seen],
    ['likely', likely],
    ['fix', fix],
  ] as const;
  const details = rows.flatMap(([label, text]) =>
    text === undefined || text === '' ? [] : [row(label, text)],
  );
  return `${red('✘')} ${bold(printable(message))} [${code}]\n${details.join('')}`;
}

interface Facts extends Pick<Failure, 'code' | 'message'> {
  readonly seen: string | undefined;
  readonly likely: string | undefined;
  readonly fix: string | undefined;
}

/** Some of them quote the runtime. */
function shownFacts({ code, message, seen, likely, fix }: Failure): Facts {
  const shown = (text: string | undefined): string | undefined => text && withoutTelling(text);
  return {
    code,
    message: withoutTelling(message),
    seen: shown(seen),
    likely: shown(likely),
    fix: shown(fix),
  };
}

function row(label: string, text: string): string {
  return `    ${label.padEnd(labelWidth)}${printableLines(text).join(`\n    ${' '.repeat(labelWidth)}`)}\n`;
}

export function failureJson(failure: Failure): unknown {
  return { error: { ...shownFacts(failure), exit: failure.exit } };
}

/** Anything unforeseen is a bug of ours, reported with all that is known about it. */
export function suiteFailure(
  error: unknown,
  { version, argv }: { version: string; argv: readonly string[] },
): Failure {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Failure('E-SUITE', 'This is a bug in criprobe, not of the runtime', {
    seen: stack,
    likely: `criprobe ${version}, node ${process.versions.node}, ${process.platform}: criprobe ${shownArgv(argv).join(' ')}`,
    fix: 'report it with this text and the directory of the run; criprobe cleanup removes what the run left',
    exit: exitCode.internal,
    cause: error,
  });
}

const command = /^(--(?:stop|start|restart|crash)-command)(=.*)?$/s;

/** Commands may contain a password: prints their flags without values. */
function shownArgv(argv: readonly string[]): readonly string[] {
  return argv.map((word, at) => {
    const [, flag, value] = command.exec(word) ?? [];
    if (flag !== undefined) return value === undefined ? flag : `${flag}=…`;
    return /^--\w+-command$/.test(argv[at - 1] ?? '') ? '…' : word;
  });
}
