// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { managedKinds } from '#launchers/all.js';
import { allCleanupRules } from '#launchers/all-cleanup-rules.js';
import { joinRules, undoPhases, type CleanupKind, type UndoPhase } from '#run-ledger/cleanup-kind.js';
import { genericRules } from '#run-ledger/generic-rules.js';
import { undoSteps } from '#run-ledger/undo/undo-steps.js';
import { removed } from '#run-ledger/undo/undo-report.js';

/** Reports its own name in each of the phases. */
function kindNamed(kind: string, ...phases: readonly UndoPhase[]): CleanupKind {
  return {
    kind,
    schema: () => z.object({ kind: z.literal(kind) }),
    undo: phases.map((phase) => ({ phase, undo: () => removed(`${kind} ${phase}`) })),
    outlivesReboot: () => false,
  };
}

const rulesOf = (...kinds: readonly CleanupKind[]): typeof genericRules => ({
  kinds,
  sharedCgroups: [],
  sharedDirectories: [],
  programs: [],
});

describe('what launchers bring along', () => {
  it('is registered for every one of them, so that any command can undo it', async () => {
    const registered = allCleanupRules.kinds.map(({ kind }) => kind);
    const rules = await Promise.all(managedKinds.map((kind) => kind.cleanup()));
    const brought = rules.flatMap(({ kinds }) => kinds.map(({ kind }) => kind));
    expect(registered).toEqual([...genericRules.kinds.map(({ kind }) => kind), ...brought]);
    expect(new Set(registered).size).toBe(registered.length);
  });

  it('names places that ledgers may name', () => {
    const { sharedCgroups, sharedDirectories } = allCleanupRules;
    expect(sharedCgroups).toEqual(expect.arrayContaining(['/crio', '/k8s.io', '/kubepods.slice']));
    expect(sharedDirectories).toEqual(
      expect.arrayContaining([
        '/run/containerd',
        '/run/containerd/s',
        '/run/crun',
        '/var/lib/cni',
        '/var/lib/cni/results',
      ]),
    );
  });

  it('cannot take the name of another kind', () => {
    expect(() => joinRules([genericRules, rulesOf(kindNamed('directory'))])).toThrow(
      'the clean-up kind directory is registered twice',
    );
  });
});

describe('undoSteps', () => {
  it('keeps to the order of phases, whatever the order of steps and of kinds', async () => {
    const rules = rulesOf(kindNamed('late', 'claims', 'containers'), kindNamed('early', 'processes'));
    const { removed: done } = await undoSteps([{ kind: 'late' }, { kind: 'early' }], rules);
    expect(done).toEqual(['late containers', 'early processes', 'late claims']);
  });

  it('tells a step that it knows no kind for, so that its ledger stays', async () => {
    const { remains } = await undoSteps([{ kind: 'from-the-future' }], genericRules);
    expect(remains).toEqual(['from-the-future: an unknown kind, which this version cannot undo']);
  });

  it('goes on where one of them throws', async () => {
    const broken: CleanupKind = {
      ...kindNamed('broken'),
      undo: [{ phase: 'mounts', undo: () => Promise.reject(new Error('busy')) }],
    };
    const rules = rulesOf(broken, kindNamed('fine', 'directories'));
    expect(await undoSteps([{ kind: 'broken' }, { kind: 'fine' }], rules)).toEqual({
      removed: ['fine directories'],
      remains: ['broken {"kind":"broken"}: Error: busy'],
    });
  });
});

it('undoes a process before its mounts, and its directory last of all that is not ours to share', () => {
  const order: readonly UndoPhase[] = ['containers', 'daemons', 'processes', 'mounts', 'directories'];
  const places = order.map((phase) => undoPhases.indexOf(phase));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});
