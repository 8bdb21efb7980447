// SPDX-License-Identifier: Apache-2.0

/** How another version of the runtime gets into the place of the one that is there. */
export type PlannedChange =
  | {
      readonly kind: 'binaries';
      /** Values of `--managed`. */
      readonly from: string;
      readonly to: string;
    }
  | {
      readonly kind: 'commands';
      /** Lines for /bin/sh. */
      readonly exec: string;
      /** Absent: there is no way back. */
      readonly rollbackExec: string | undefined;
    };

/** What takes the place of the runtime, for people; commands by name only. */
export function takingOver(change: PlannedChange): string {
  return change.kind === 'binaries' ? change.to : 'what --exec brings';
}
