// SPDX-License-Identifier: Apache-2.0

/** Secrets that must not be printed, with their replacements. */
const known = new Map<string, string>();
let matcher: RegExp | undefined;

/** Shorter ones would strike out half of every text. */
const minLength = 5;

export const hidden = '[redacted]';

/** From now on the value is redacted in everything we write or show, in plain text and in base64. */
export function keepSecret(value: string, shown: string = hidden): void {
  if (value.length < minLength || known.has(value)) return;
  for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])
    known.set(form, shown);
  for (const form of base64Forms(value)) known.set(form, shown);
  matcher = undefined;
}

/** A user name and password, and the header that carries them to a registry. */
export function keepCredentials(user: string, password: string): void {
  keepSecret(password);
  if (password !== '') keepSecret(`${user}:${password}`);
}

/** Redacts the known secrets. */
export function withoutSecrets(text: string): string {
  if (known.size === 0) return text;
  matcher ??= new RegExp([...known.keys()].sort(longestFirst).map(quoted).join('|'), 'g');
  return text.replace(matcher, (found) => known.get(found) ?? hidden);
}

/** Words in other people's text (errors, logs, notes) that a secret usually follows. */
const telling =
  /\b(authorization|password|passwd|token|secret)(["']?\s*[:=]\s*["']?)(?:(?:basic|bearer)\s+)?[^\s"',;]+/gi;

/** Redacts the known secrets and what only looks like one. */
export function withoutTelling(text: string): string {
  return withoutSecrets(text).replace(telling, `$1$2${hidden}`);
}

/**
 * Base64 depends on the offset in the longer text: for each of the three, the part that is the same wherever
 * it occurs.
 */
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
