// SPDX-License-Identifier: Apache-2.0

/** Of IPv6 there are several spellings. */
export function sameSpelling(ip: string): string {
  const cut = ip.slice(0, 64);
  return cut.includes(':') && URL.canParse(`http://[${cut}]/`) ? new URL(`http://[${cut}]/`).hostname : cut;
}
