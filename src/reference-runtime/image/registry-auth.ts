// SPDX-License-Identifier: Apache-2.0
import type { AuthConfig } from '#cri/generated/messages.js';

export interface Challenge {
  readonly scheme: 'basic' | 'bearer';
  readonly realm?: string | undefined;
  readonly service?: string | undefined;
  readonly scope?: string | undefined;
}

export function challengeOf(header: string | undefined): Challenge | undefined {
  const scheme = /^\s*(basic|bearer)\b/i.exec(header ?? '')?.[1]?.toLowerCase();
  if (header === undefined || (scheme !== 'basic' && scheme !== 'bearer')) return undefined;
  const parameter = (name: string): string | undefined => new RegExp(`${name}="([^"]*)"`, 'i').exec(header)?.[1];
  return { scheme, realm: parameter('realm'), service: parameter('service'), scope: parameter('scope') };
}

/** `auth` is the base64 of user and password, as in Docker's config file. */
export function basicAuthorization(auth: AuthConfig | undefined): string | undefined {
  if (auth?.auth !== undefined) return `Basic ${auth.auth}`;
  if (auth?.username === undefined) return undefined;
  return `Basic ${Buffer.from(`${auth.username}:${auth.password ?? ''}`).toString('base64')}`;
}
