// SPDX-License-Identifier: Apache-2.0
import type { Document, LineCounter } from 'yaml';
import type { z } from 'zod';
import { Failure } from '#base/failure.js';
import { exitCode } from '#base/exit-code.js';
import { locate, placedMessage } from '#base/document/locate.js';

export type Path = readonly (string | number)[];

/** A problem at a path in a document. */
export interface ManifestProblem {
  readonly path: Path;
  readonly message: string;
}

/** What a value has that its schema does not allow. */
export function complaintsOf(schema: z.ZodType, value: unknown): readonly ManifestProblem[] {
  const checked = schema.safeParse(value);
  if (checked.success) return [];
  return checked.error.issues.map((issue) => ({
    path: issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
    message: issue.message,
  }));
}

/** A document of a manifest file, to locate problems in it. */
export class ManifestPlace {
  readonly #file: string;
  readonly #lines: LineCounter;
  readonly #document: Document.Parsed;

  constructor(file: string, lines: LineCounter, document: Document.Parsed) {
    this.#file = file;
    this.#lines = lines;
    this.#document = document;
  }

  failure(path: Path, message: string): Failure {
    return this.failureAt(locate(this.#document.contents, path).key, path, message);
  }

  failureAt(offset: number, path: Path, message: string): Failure {
    // Without the line itself: it may contain a Secret.
    const place = { file: this.#file, lines: this.#lines, offset };
    return new Failure('E-MANIFEST', placedMessage(place, path, message), {
      fix: 'Correct the manifest there.',
      exit: exitCode.usage,
    });
  }
}
