// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';

/** A kind of file people write by hand, and how to speak of it. */
export interface DocumentKind<T> {
  /** As the person wrote it, for messages. */
  readonly file: string;
  readonly code: string;
  readonly schema: z.ZodType<T>;
  /** Keys a later version will know, with the reason why this one refuses them. */
  readonly notYet?: Readonly<Record<string, string>>;
  readonly fix: string;
}
