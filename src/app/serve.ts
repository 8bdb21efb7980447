// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '#base/exit-code.js';
import { serveReferenceRuntime } from '#reference-runtime/reference-runtime.js';
import type { CommandResult, Io } from './shared/use-case.js';
import { toolVersion } from './shared/version.js';

export interface ServeCommandOptions {
  /** Path of the socket, also as `unix://…`. */
  readonly listen: string;
  /** Every image reference can be pulled; nothing is downloaded. */
  readonly anyImage: boolean;
  /** How programs outside the guest behave: `exits 4 after 0.1 s`. */
  readonly programs: readonly { readonly name: string; readonly rule: string }[];
}

/** Serves the reference runtime on a socket until interrupted. */
export async function serve(options: ServeCommandOptions, io: Io): Promise<CommandResult> {
  const served = await serveReferenceRuntime({
    listen: options.listen,
    version: toolVersion().version,
    allowAnyImage: options.anyImage,
    programs: options.programs,
  });
  io.progress.line(`serving CRI on ${served.endpoint}; stop with Ctrl-C`);
  io.progress.line(
    `images: ${options.anyImage ? 'every name can be pulled' : 'from registries on loopback; --any-image lets every name be pulled'}`,
  );
  io.progress.line(`try: crictl -r ${served.endpoint} pods`);
  await new Promise<void>((resolve) => {
    io.signal.addEventListener('abort', () => {
      resolve();
    });
    if (io.signal.aborted) resolve();
  });
  await served.close();
  return { exit: exitCode.ok, text: '', json: { endpoint: served.endpoint } };
}
