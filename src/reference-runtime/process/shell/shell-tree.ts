// SPDX-License-Identifier: Apache-2.0
import type { Word } from './shell-words.js';

export interface Redirection {
  readonly fd: 0 | 1 | 2;
  readonly kind: 'read' | 'write' | 'append' | 'duplicate';
  readonly target: Word;
}

export type Command =
  | {
      readonly kind: 'simple';
      readonly words: readonly Word[];
      readonly redirections: readonly Redirection[];
    }
  | {
      readonly kind: 'list';
      readonly steps: readonly Step[];
      readonly isSubshell: boolean;
      readonly redirections: readonly Redirection[];
    }
  | {
      readonly kind: 'loop';
      readonly test: Command;
      readonly until: boolean;
      readonly body: Command;
      readonly redirections: readonly Redirection[];
    }
  | {
      readonly kind: 'for';
      readonly name: string;
      readonly words: readonly Word[];
      readonly body: Command;
      readonly redirections: readonly Redirection[];
    }
  | {
      readonly kind: 'if';
      readonly branches: readonly Branch[];
      readonly otherwise?: Command;
      readonly redirections: readonly Redirection[];
    }
  | { readonly kind: 'pipe'; readonly commands: readonly Command[] }
  | { readonly kind: 'not'; readonly command: Command };

export interface Branch {
  readonly test: Command;
  readonly body: Command;
}

export interface Step {
  readonly command: Command;
  /** Whether the previous step has to have succeeded or failed for this one to run. */
  readonly when: 'always' | 'success' | 'failure';
  readonly inBackground: boolean;
}
