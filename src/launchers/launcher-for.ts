// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import { managedKinds } from './all.js';
import type { Launcher } from './launcher.js';

/** The launcher for a `--managed` value. Its probe tells whether it can launch here. */
export function launcherFor(value: string): Launcher {
  for (const kind of managedKinds) {
    const launcher = kind.launcherFor(value);
    if (launcher === undefined) continue;
    if ('likely' in launcher) throw unknownValue(value, launcher.likely);
    return launcher;
  }
  throw unknownValue(value, undefined);
}

/** What `--managed` takes, for people. */
export const managedForms: readonly string[] = managedKinds.flatMap(({ forms }) =>
  forms.map(({ form }) => form),
);

/** Whether it is meant for `--managed`; launcherFor tells what is wrong with it. */
export function isManagedSpec(text: string): boolean {
  return managedKinds.some((kind) => kind.launcherFor(text) !== undefined);
}

function unknownValue(value: string, likely: string | undefined): Failure {
  const forms = managedKinds.flatMap((kind) =>
    kind.forms.map(({ form, meaning }) => `  ${form}: ${meaning}`),
  );
  return new Failure('E-MANAGED', `criprobe cannot start a runtime from ${JSON.stringify(value)}.`, {
    seen: `--managed ${value}`,
    ...(likely === undefined ? {} : { likely }),
    fix: `name one of\n${forms.join('\n')}`,
    exit: exitCode.usage,
  });
}
