// SPDX-License-Identifier: Apache-2.0
import { byArea } from '#results/area.js';
import type { Contract } from '#contracts/contract.js';

/** docs/contracts.md: every contract with its own anchor, for people and for links in reports. */
export function renderContracts(
  contracts: readonly Contract[],
  scenariosOf: (contract: string) => readonly string[],
): string {
  const areas = [...byArea(contracts.map((each) => ({ ...each, contract: each.id })))];
  const sections = areas.map(([area, inArea]) => {
    const entries = inArea.map((contract) => entry(contract, scenariosOf(contract.id)));
    return `## ${area}\n\n${entries.join('\n')}`;
  });
  const count = `${contracts.length} contracts; \`criprobe explain <id>\` shows one.`;
  return `# Contracts\n\n${count} [claims.md](claims.md) says what the codes under "stands for" mean.\n\n${sections.join('\n')}`;
}

function entry(
  { id, level, title, reference, consequence, covers }: Contract,
  scenarios: readonly string[],
): string {
  return [
    `### ${id}`,
    '',
    `**${level.toUpperCase()}** ${title}.`,
    '',
    `- From: ${reference.source}: ${reference.says}.`,
    `- If broken: ${consequence}`,
    `- Exercised by: ${scenarios.map((scenario) => `\`${scenario}\``).join(', ')}`,
    ...(covers.length === 0 ? [] : [`- Stands for: ${covers.join(', ')}`]),
    '',
  ].join('\n');
}
