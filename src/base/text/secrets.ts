// SPDX-License-Identifier: Apache-2.0

/** What this process was told and must not repeat, with what is shown instead. */
const known = new Map<string, string>();
let matcher: RegExp | undefined;

/** Shorter ones would strike out half of every text. */
const minLength = 5;

export const hidden = '[redacted]';

/** From now on it is struck out of all that is written or shown, as it is and in base64. */
export function keepSecret(value: string, shown: string = hidden): void {
  if (value.length < minLength || known.has(value)) return;
  for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])
    known.set(form, shown);
  for (const form of base64Forms(value)) known.set(form, shown);
  matcher = undefined;
}

/** A name and a password, and the header that registries take them in. */
export function keepCredentials(user: string, password: string): void {
  keepSecret(password);
  if (password !== '') keepSecret(`${user}:${password}`);
}

/** The text without any of them. */
export function withoutSecrets(text: string): string {
  if (known.size === 0) return text;
  matcher ??= new RegExp([...known.keys()].sort(longestFirst).map(quoted).join('|'), 'g');
  return text.replace(matcher, (found) => known.get(found) ?? hidden);
}

/** What comes after one of these words is nobody's business, in texts of others: errors, logs, notes. */
const telling =
  /\b(authorization|password|passwd|token|secret)(["']?\s*[:=]\s*["']?)(?:(?:basic|bearer)\s+)?[^\s"',;]+/gi;

/** Also without what only looks like a secret. */
export function withoutTelling(text: string): string {
  return withoutSecrets(text).replace(telling, `$1$2${hidden}`);
}

/** It may begin at any bit of a longer text: what is the same wherever it stands, of each of the three ways. */
function base64Forms(value: string): readonly string[] {
  const bytes = Buffer.byteLength(value);
  const inside = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]).toString('base64');
    const from = Math.ceil((before * 8) / 6);
    return text.slice(from, Math.floor(((before + bytes) * 8) / 6));
  });
  const whole = Buffer.from(value).toString('base64');
  return [whole, whole.replace(/=+$/, ''), ...inside].filter(({ length }) => length >= minLength);
}

const longestFirst = (one: string, other: string): number => other.length - one.length;

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
