// SPDX-License-Identifier: Apache-2.0
import type { Resolution } from '../config/resolved.js';
import type { Problem } from '../decide/report/pod-controller.js';

export type ImageResult<T> = Resolution<T, Problem>;

/** By volume name: the pulled image, or its error. */
export type ImageVolumes = ReadonlyMap<string, { readonly ref: string } | { readonly problem: Problem }>;

/** An image that a container or an image volume needs. */
export interface WantedImage {
  readonly image: string;
  readonly pullPolicy: string;
  readonly container?: string;
}

export function imageProblem(
  { container }: Pick<WantedImage, 'container'>,
  reason: string,
  message: string,
): { readonly problem: Problem } {
  return { problem: { reason, message, ...(container !== undefined && { container }) } };
}
