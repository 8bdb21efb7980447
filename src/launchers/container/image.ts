// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '#base/failure.js';
import type { ContainerImageStep } from './undo-container.js';
import { engineError, type Engine } from './testcontainers.js';

/** A folder with a Dockerfile, or the name of an image. */
export type ImageSource =
  { readonly kind: 'folder'; readonly folder: string } | { readonly kind: 'image'; readonly image: string };

export interface Image {
  readonly name: string;
  /** Its entrypoint and command. */
  readonly command: readonly string[];
}

/** A path, or an existing folder, is a folder; anything else is an image. */
export function imageSource(text: string): ImageSource {
  const isPath = /^(\/|\.\.?(\/|$))/.test(text) || existsSync(join(text, 'Dockerfile'));
  return isPath ? { kind: 'folder', folder: text } : { kind: 'image', image: text };
}

export interface Preparation {
  readonly source: ImageSource;
  /** The tag for an image that we build. */
  readonly tag: string;
  readonly leaves: (step: ContainerImageStep) => void;
}

/** Builds the image of a folder, or has the engine pull a missing image. */
export async function prepareImage(engine: Engine, { source, tag, leaves }: Preparation): Promise<Image> {
  if (source.kind === 'image') {
    await pullIfAbsent(engine, source.image);
    return inspectImage(engine, source.image);
  }
  leaves({ kind: 'container-image', socket: engine.socket, name: tag });
  await build(engine, source.folder, tag);
  return inspectImage(engine, tag);
}

/** Uses the engine's API: testcontainers' build hides why it failed, and needs a reaper. */
async function build({ api }: Engine, folder: string, name: string): Promise<void> {
  try {
    const context = { context: folder, src: readdirSync(folder) };
    const lines = await linesOf(api, await api.buildImage(context, { t: name, forcerm: true }));
    const error = lines.find((line) => line.error !== undefined)?.error;
    if (error !== undefined) throw new Error(error);
  } catch (cause) {
    const seen = engineError(cause);
    throw new Failure('E-CONTAINER-IMAGE', `The image cannot be built from ${folder}: ${seen}.`, {
      seen,
      likely: 'a file named in the Dockerfile is missing, or its base image cannot be pulled here',
      fix: `docker build ${folder}; for the examples run their ./build first`,
      cause,
    });
  }
}

interface BuildLine {
  readonly error?: string;
}

function linesOf(api: Engine['api'], stream: NodeJS.ReadableStream): Promise<readonly BuildLine[]> {
  return new Promise((resolve, reject) => {
    api.modem.followProgress(stream, (error, lines: readonly BuildLine[]) => {
      if (error === null) resolve(lines);
      else reject(error);
    });
  });
}

async function inspectImage({ api }: Engine, name: string): Promise<Image> {
  try {
    const { Config: config } = await api.getImage(name).inspect();
    const entrypoint =
      typeof config.Entrypoint === 'string' ? [config.Entrypoint] : (config.Entrypoint ?? []);
    const command = [...entrypoint, ...((config.Cmd as string[] | null) ?? [])];
    if (command.length > 0) return { name, command };
  } catch (cause) {
    throw noImage(name, engineError(cause), cause);
  }
  throw noImage(name, 'it has neither an entrypoint nor a command', undefined);
}

async function pullIfAbsent({ testcontainers, client, api }: Engine, name: string): Promise<void> {
  const isThere = await api
    .getImage(name)
    .inspect()
    .then(
      () => true,
      () => false,
    );
  if (isThere) return;
  await client.image.pull(testcontainers.ImageName.fromString(name)).catch((cause: unknown) => {
    throw noImage(name, engineError(cause), cause);
  });
}

function noImage(name: string, seen: string, cause: unknown): Failure {
  return new Failure('E-CONTAINER-IMAGE', `The image ${name} cannot be used: ${seen}.`, {
    seen,
    likely: 'it is not on this machine and cannot be pulled, or it does not start a runtime',
    fix: 'docker pull or docker build it first; docs/managed-containers.md says what it must do',
    cause,
  });
}
