// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '#contracts/contract.js';

interface Part {
  readonly heading: string;
  readonly about: string;
  readonly claims: Readonly<Record<string, string>>;
}

/** docs/claims.md: what each code under `covers` means, and which contracts cover it. */
export function renderClaims(parts: readonly Part[], contracts: readonly Contract[]): string {
  const sections = parts.map(({ heading, about, claims }) => {
    const rows = Object.entries(claims).map(([code, says]) => row(code, says, contracts));
    return `## ${heading}\n\n${about}\n\n| code | claim | contracts |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return `# Claims\n\nThe codes in \`covers\` of a contract. A code is never renamed and never reused.\n\n${sections.join('\n')}`;
}

function row(code: string, says: string, contracts: readonly Contract[]): string {
  const standing = contracts.filter(({ covers }) => covers.some((covered) => covered === code));
  const links = standing.map(({ id }) => `[${id}](contracts.md#${id.replaceAll('.', '')})`);
  return `| ${code} | ${says} | ${links.join(', ')} |`;
}
