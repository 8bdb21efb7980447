// SPDX-License-Identifier: Apache-2.0
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

export const main = process.env.CRIPROBE_MAIN ?? `${root}dist/cli/main.js`;
