// SPDX-License-Identifier: Apache-2.0
import type { ContainerConfig, ImageSpec } from '#cri/proto/generated/messages.js';
import { boxDefaults, boxImage, type BoxDefaults } from '#guest/box-images.js';

/** What the image of a container says of its program; undefined: it is not one of ours. */
export function imageDefaults({ image }: ContainerConfig): BoxDefaults | undefined {
  const name = boxImage(nameOf(image));
  return name === undefined ? undefined : boxDefaults(name);
}

const nameOf = (image: ImageSpec | undefined): string => image?.user_specified_image ?? image?.image ?? '';

/**
 * The command line of its program: a command replaces all that the image says, arguments only the command of
 * the image. Empty: it is not known, or says nothing.
 */
export function wordsOf(config: ContainerConfig): readonly string[] {
  const { command = [], args = [] } = config;
  if (command.length > 0) return [...command, ...args];
  const defaults = imageDefaults(config);
  const words = defaults && [...defaults.entrypoint, ...(args.length > 0 ? args : defaults.command)];
  // Alone it is the pause program, which no contract asks for anything.
  return words === undefined || words.length < 2 ? [] : words;
}
