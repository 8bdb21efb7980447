// SPDX-License-Identifier: Apache-2.0
import type { Word } from './shell-words.js';

export interface Redirection {
  readonly fd: 0 | 1 | 2;
  readonly kind: 'read' | 'write' | 'append' | 'duplicate';
  readonly target: Word;
}

export type ShellCommandNode =
  | {
      readonly kind: 'simple';
      readonly words: readonly Word[];
      readonly redirections: readonly Redirection[];
    }
  | {
      readonly kind: 'list';
      readonly steps: readonly ShellStep[];
      readonly isSubshell: boolean;
      readonly redirections: readonly Redirection[];
    }
  | {
      readonly kind: 'loop';
      readonly test: ShellCommandNode;
      readonly until: boolean;
      readonly body: ShellCommandNode;
      readonly redirections: readonly Redirection[];
    }
  | {
      readonly kind: 'for';
      readonly name: string;
      readonly words: readonly Word[];
      readonly body: ShellCommandNode;
      readonly redirections: readonly Redirection[];
    }
  | {
      readonly kind: 'if';
      readonly branches: readonly Branch[];
      readonly otherwise?: ShellCommandNode;
      readonly redirections: readonly Redirection[];
    }
  | { readonly kind: 'pipe'; readonly commands: readonly ShellCommandNode[] }
  | { readonly kind: 'not'; readonly command: ShellCommandNode };

export interface Branch {
  readonly test: ShellCommandNode;
  readonly body: ShellCommandNode;
}

export interface ShellStep {
  readonly command: ShellCommandNode;
  /** Whether this step runs depends on the exit status of the previous one. */
  readonly when: 'always' | 'success' | 'failure';
  readonly inBackground: boolean;
}
