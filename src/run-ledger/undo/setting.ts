// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { normalize } from 'node:path';
import { z } from 'zod';
import { attemptOr } from '#base/attempt-or.js';
import { textOfFile } from '#files/text-of-file.js';
import { ipForward } from '#host/network.js';
import type { CleanupKind } from '../cleanup-kind.js';
import type { SettingStep } from '../cleanup-step.js';
import { isNeeded } from '../shared-places.js';
import { bridgesOfOthers } from './bridge.js';
import { nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

export const settingKind: CleanupKind<SettingStep> = {
  kind: 'setting',
  schema: () =>
    z.object({
      kind: z.literal('setting'),
      path: z.literal(ipForward),
      value: z.enum(['0', '1']),
      beside: z.array(z.string()).optional(),
    }),
  undo: [{ phase: 'settings', undo: (step) => restoreSetting(step) }],
  outlivesReboot: () => false,
  isShared: true,
};

/**
 * The last of our runtimes that needs the new value restores the old one, unless a newer bridge (Docker's,
 * for example) may need it, too.
 */
export function restoreSetting(
  setting: SettingStep,
  inUse: (setting: SettingStep) => boolean = isNeeded,
  bridges: () => readonly string[] = bridgesOfOthers,
): UndoReport {
  const { path, value, beside } = setting;
  if (normalize(path) !== path || !path.startsWith('/proc/sys/'))
    return remains(`setting ${path}: not a kernel setting`);
  const current = textOfFile(path).trim();
  if (current === '' || current === value || inUse(setting)) return nothingToUndo;
  if (beside !== undefined && bridges().some((name) => !beside.includes(name))) return nothingToUndo;
  return attemptOr(remains(`${path} cannot be restored to ${value}`), () => {
    writeFileSync(path, value);
    return removed(`${path} restored to ${value}`);
  });
}
