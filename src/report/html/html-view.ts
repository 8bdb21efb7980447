// SPDX-License-Identifier: Apache-2.0
import type { Proof } from '#results/proof.js';
import type { ReportView } from '../report-view.js';

export interface HtmlView extends ReportView {
  /** By contract; without them the page only gives the numbers of the calls. */
  readonly proofs?: ReadonlyMap<string, Proof> | undefined;
}
