// SPDX-License-Identifier: Apache-2.0
import type { ReportView } from '../report-view.js';
import type { ReportedCall } from './call.js';

/** A line of the runtime's own log. */
export interface HtmlLogLine {
  readonly text: string;
}

export interface HtmlView extends ReportView {
  /** By sequence number; without it the page names the calls only. */
  readonly callsBySeq?: ReadonlyMap<number, ReportedCall> | undefined;
  /** By contract. */
  readonly logLines?: ReadonlyMap<string, readonly HtmlLogLine[]> | undefined;
}
