// SPDX-License-Identifier: Apache-2.0
import type { ContractText } from '#results/contract-text.js';
import type { RecordingHeader } from '#evidence/event.js';

/** What a report may show besides the result. */
export interface ReportView {
  readonly texts: readonly ContractText[];
  readonly header?: RecordingHeader | undefined;
  /** Path of the recording, as the user would type it. */
  readonly evidenceFile?: string | undefined;
  /** Flags that select the same target again: `--managed reference`. Default: the endpoint. */
  readonly targetFlags?: string | undefined;
}
