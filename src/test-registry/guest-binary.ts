// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { Failure } from '#base/failure.js';

export const architectures = ['amd64', 'arm64'] as const;
export type Architecture = (typeof architectures)[number];

/** This machine's architecture, as images name it. */
export function hostArchitecture(): Architecture {
  return process.arch === 'arm64' ? 'arm64' : 'amd64';
}

/** The prebuilt test program; the same relative path from src/ and dist/. */
export async function readGuestBinary(architecture: Architecture): Promise<Uint8Array> {
  const place = new URL(`../../guest/bin/box-${architecture}`, import.meta.url);
  try {
    return await readFile(place);
  } catch (cause) {
    throw new Failure('E-GUEST-MISSING', `The test program for ${architecture} is missing.`, {
      seen: place.pathname,
      likely: 'The package is incomplete, or guest/bin was cleaned.',
      fix: 'make -C guest',
      cause,
    });
  }
}
