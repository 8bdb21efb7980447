// SPDX-License-Identifier: Apache-2.0
import { errorCatalogue, errorCodes } from './catalogue.js';

/** docs/errors.md. */
export function renderCatalogue(): string {
  const sections = errorCodes.map((code) => {
    const { title, exit, seen, likely, fix } = errorCatalogue[code];
    return `## ${code}\n\n${title}. Exit code ${String(exit)}.\n\n- **Seen**: ${seen}\n- **Likely**: ${likely}\n- **Fix**: ${fix}\n`;
  });
  return `# Errors\n\nEvery error that criprobe ends with has a code. \`criprobe explain <code>\` shows the same text.\n\n${sections.join('\n')}`;
}
