// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';
import type { CleanupStep } from './cleanup-step.js';
import type { UndoReport } from './undo/undo-report.js';

/** Undone in this order, whatever the order in the ledger: nothing can be removed while processes use it. */
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

/** Places that a ledger may name. */
export interface LedgerPlaces {
  /** The state directory with the ledger. */
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
  /** Accepts only steps that we would write ourselves: whatever else a ledger names is ignored. */
  schema(places: LedgerPlaces): z.ZodType<S>;
  /** One per phase; empty if it is undone elsewhere. */
  readonly undo: readonly UndoAction<S>[];
  /** Whether it can survive a reboot. Everything else belongs to somebody else by now, whatever its name. */
  outlivesReboot(step: S): boolean;
  /** Other runtimes of ours may need it, too: the last of them undoes it. */
  readonly isShared?: boolean;
}

/** Rules for cleaning up, of every run or of one launcher. */
export interface CleanupRules {
  readonly kinds: readonly CleanupKind[];
  /** Cgroups that runtimes share and leave behind. */
  readonly sharedCgroups: readonly string[];
  /** Directories that runtimes share and leave behind. */
  readonly sharedDirectories: readonly string[];
  /** Program names of runtimes that keep their state in a directory. */
  readonly programs: readonly RegExp[];
}

/** Throws if two of them have a kind of the same name. */
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
