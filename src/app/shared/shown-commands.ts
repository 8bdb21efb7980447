// SPDX-License-Identifier: Apache-2.0
import { keepSecret } from '#base/text/secrets.js';
import { shellQuoted } from '#base/text/shell-quoted.js';

/** Commands given by flags may contain a password: only the flag is printed. */
export const shownCommand = (act: string): string => `--${act}-command …`;

/** `sshpass -p hunter2`, `--token=abc`, `API_KEY=abc`: a failing command may print it on its own. */
const passwordIn =
  /(?:\s-p\s*(?!\/)|--(?:password|pass|token|secret)[= ]|\b\w*(?:pass|token|secret|key)\w*=)['"]?([^\s'"]+)/gi;

/**
 * From now on these commands are redacted wherever they appear. One without arguments has nothing to hide.
 */
export function keepCommands(
  commands: Readonly<Record<string, string | undefined>>,
  shown: (act: string) => string = shownCommand,
): void {
  for (const [act, command = ''] of Object.entries(commands)) {
    if (!/\s/.test(command.trim())) continue;
    for (const form of [command, shellQuoted(command)]) keepSecret(form, shown(act));
    for (const [, word = ''] of command.matchAll(passwordIn)) keepSecret(word);
  }
}

/** For recordings from before commands were redacted: the flags without their commands. */
export function withoutCommands(flags: string): string {
  return flags.replace(/--(stop|start|restart|crash)-command (?:(?:'[^']*'|\\')+|\S+)/g, (_, act: string) =>
    shownCommand(act),
  );
}
