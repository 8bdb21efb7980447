// SPDX-License-Identifier: Apache-2.0
import type { CommanderError } from 'commander';
import { usageFailure } from '#base/errors/usage-failure.js';
import type { Failure } from '#base/failure.js';

/** Commander's error as a Failure. */
export function usageError({ code, message }: CommanderError, argv: readonly string[]): Failure {
  if (code === 'commander.help') return usageFailure('No command given', 'criprobe --help');
  const [first = '', hint = ''] = message.replace(/^error: /, '').split('\n');
  const sentence = first.charAt(0).toUpperCase() + first.slice(1);
  const meant = /\(Did you mean (.+)\?\)/.exec(hint)?.[1];
  if (meant !== undefined) return usageFailure(sentence, `did you mean ${meant}?`);
  return usageFailure(sentence, code === 'commander.unknownCommand' ? 'criprobe --help' : helpFor(argv));
}

function helpFor(argv: readonly string[]): string {
  const command = argv.find((word) => /^[a-z]+$/.test(word));
  return command === undefined ? 'criprobe --help' : `criprobe ${command} --help`;
}
