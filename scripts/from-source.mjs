// SPDX-License-Identifier: Apache-2.0
// Lets a script import src/*.ts without a build: node --conditions=source --import ./scripts/from-source.mjs
// …
import { register } from 'node:module';

register('./generate/typescript-hooks.mjs', import.meta.url);
