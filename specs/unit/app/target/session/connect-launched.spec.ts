// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { rmSync, writeFileSync } from 'node:fs';
import { connectLaunched, type ConnectInput } from '#app/target/session/connect-launched.js';
import { openSession, type TargetSession } from '#app/target/session/session.js';
import { defaultTarget } from '#app/target/target-options.js';
import { Failure } from '#base/failure.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import { existingSocket } from '#launchers/external/existing-socket.js';
import type { LaunchedRuntime } from '#launchers/launcher.js';
import { criServer, type Fake } from '../../../../support/fake-servers.js';
import { openBench, type Bench } from '../../../../support/cli/run-cli.js';
import { silentIo } from '../../../../support/cli/silent-io.js';

let bench: Bench;
let session: TargetSession;
let lines: string[];
let fake: Fake | undefined;
beforeEach(async () => {
  lines = [];
  bench = await openBench();
  session = await openSession(defaultTarget, silentIo(bench));
});
afterEach(async () => {
  await fake?.close();
  await session.end();
  await bench.dispose();
});

const leftovers = new Failure('E-LAUNCH-LEFTOVERS', 'The private faked could not be removed completely.', {
  fix: 'criprobe cleanup',
});

/** A runtime of ours, with a log that goes with it, and something that is left when it is ended. */
async function launched(handlers: CriHandlers): Promise<LaunchedRuntime> {
  const [endpoint, logFile] = [bench.path('s'), bench.path('log')];
  fake = await criServer(endpoint, handlers);
  writeFileSync(logFile, 'starting\nlevel=fatal msg="out of shims"\nlast words\n');
  const launch = { directory: '', registry: '', sandboxImage: '', leaves: session.ledger.leaves };
  return {
    ...(await existingSocket({ endpoint }).launch(launch)),
    owned: true,
    logFile,
    [Symbol.asyncDispose]: () => {
      rmSync(logFile);
      return Promise.reject(leftovers);
    },
  };
}

async function opening(handlers: CriHandlers): Promise<ConnectInput> {
  const progress = { line: (text: string) => lines.push(text), live: () => undefined };
  const chosen = { kind: 'managed', spec: 'faked', handler: '', why: '' } as const;
  const io = { ...silentIo(bench), progress };
  return { session, options: defaultTarget, io, chosen, launched: await launched(handlers) };
}

const saidOfTheEnd = [`not ended at the first attempt: ${leftovers.message}`];

describe('a runtime of ours that fails just after it was ready', () => {
  const goes = async (): Promise<never> => {
    await fake?.close();
    return new Promise(() => undefined);
  };

  it('is a failure with what its log said last, whatever its end leaves', async () => {
    const failure = await connectLaunched(await opening({ RunPodSandbox: goes })).catch((e: unknown) => e);
    expect(failure).toMatchObject({ code: 'E-RUNTIME-GONE', exit: 1, likely: expect.anything() as unknown });
    const seen = (failure as Failure).seen?.split('\n');
    expect(seen?.length).toBe(4);
    expect(seen?.slice(1)).toEqual(['level=fatal msg="out of shims"', 'starting', 'last words']);
    expect(lines).toEqual(saidOfTheEnd);
  });

  it('is a bug of ours where it is one', async () => {
    const bug = new TypeError('x is not a function');
    const open = await opening({});
    const fails = {
      ...open.launched,
      get endpoint(): string {
        throw bug;
      },
    };
    await expect(connectLaunched({ ...open, launched: fails })).rejects.toBe(bug);
    expect(lines).toEqual(saidOfTheEnd);
  });
});

it('what a runtime of ours leaves when it is closed is told, and keeps nothing from going on', async () => {
  const target = await connectLaunched(await opening({}));
  expect(lines).toEqual([]);
  await expect(target.close()).resolves.toBeUndefined();
  expect(lines).toEqual(saidOfTheEnd);
});
