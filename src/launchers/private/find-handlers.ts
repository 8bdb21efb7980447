// SPDX-License-Identifier: Apache-2.0
import { findProgram } from '#host/machine.js';

/** A runtime handler that pods can name. */
export interface Handler {
  readonly name: 'runc' | 'crun' | 'runsc';
  /** The OCI runtime, or a shim that includes its own. */
  readonly program: string;
}

/** The first one is the default: the most common one. */
export function findHandlers(path: readonly string[]): Handler[] {
  return [
    ...offered('runc', findProgram('runc', path)),
    ...offered('crun', findProgram('crun', path)),
    ...offered('runsc', findProgram('runsc', path) && findProgram('containerd-shim-runsc-v1', path)),
  ];
}

function offered(name: Handler['name'], program: string | undefined): Handler[] {
  return program === undefined ? [] : [{ name, program }];
}
