// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';
import type { CleanupStep } from './cleanup-step.js';
import type { UndoReport } from './undo/undo-report.js';

/** In this order whatever order the steps were left in: nothing can be taken away under a living process. */
export const undoPhases = [
  'containers',
  'images',
  'daemons',
  'processes',
  'mounts',
  'sockets',
  'network',
  'container-cgroups',
  'pod-cgroups',
  'end-of-claims',
  'shared-cgroups',
  'shared-files',
  'settings',
  'caches',
  'shared-directories',
  'directories',
  'claims',
] as const;
export type UndoPhase = (typeof undoPhases)[number];

/** What a ledger may name. */
export interface LedgerPlaces {
  /** The state directory that the ledger is in. */
  readonly state: string;
  readonly sharedCgroups: readonly string[];
  readonly sharedDirectories: readonly string[];
}

export interface UndoAction<S extends CleanupStep> {
  readonly phase: UndoPhase;
  undo(step: S, rules: CleanupRules): UndoReport | Promise<UndoReport>;
}

/** A kind of things that a run may leave behind. */
export interface CleanupKind<S extends CleanupStep = CleanupStep> {
  readonly kind: S['kind'];
  /** Fits a step that we would write ourselves, and no other: what else a ledger names is never acted on. */
  schema(places: LedgerPlaces): z.ZodType<S>;
  /** One per phase; what is undone otherwise has none. */
  readonly undo: readonly UndoAction<S>[];
  /** Whether it can still be there after the machine was booted again. All else is by now somebody else's, whatever its name. */
  outlivesReboot(step: S): boolean;
  /** Other runtimes of ours may need it as well: the last of them undoes it. */
  readonly isShared?: boolean;
}

/** What cleaning up knows: of every run, or of one launcher. */
export interface CleanupRules {
  readonly kinds: readonly CleanupKind[];
  /** Cgroups that runtimes share, and leave when they end. */
  readonly sharedCgroups: readonly string[];
  /** Directories that runtimes share, and leave when they end. */
  readonly sharedDirectories: readonly string[];
  /** Names of programs that belong to a runtime whose state is in a directory. */
  readonly programs: readonly RegExp[];
}

/** Thrown: two of them know a kind of the same name. */
export function joinRules(all: readonly CleanupRules[]): CleanupRules {
  const kinds = all.flatMap((rules) => rules.kinds);
  const names = kinds.map(({ kind }) => kind);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`the clean-up kind ${twice} is registered twice`);
  return {
    kinds,
    sharedCgroups: [...new Set(all.flatMap((rules) => rules.sharedCgroups))],
    sharedDirectories: [...new Set(all.flatMap((rules) => rules.sharedDirectories))],
    programs: all.flatMap((rules) => rules.programs),
  };
}

export function kindOfStep({ kind }: CleanupStep, { kinds }: CleanupRules): CleanupKind | undefined {
  return kinds.find((one) => one.kind === kind);
}
