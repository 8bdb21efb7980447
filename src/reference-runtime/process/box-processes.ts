// SPDX-License-Identifier: Apache-2.0
import { BoxExit, type Executors } from './statement.js';
import type { VirtualProcess } from './virtual-process.js';

async function burn(process: VirtualProcess, ms: number): Promise<void> {
  const step = 10;
  for (let done = 0; done < ms; done += step) {
    await process.sleep(Math.min(step, ms - done));
    process.cpuMs += Math.min(step, ms - done);
  }
}

/** A child that sleeps and then acts. */
function child(process: VirtualProcess, ms: number, then: (child: VirtualProcess) => void): void {
  const born = process.spawn({});
  void born.run(async (self) => {
    self.endsOnUnhandled = true;
    await self.sleep(ms);
    then(self);
    return 0;
  });
}

export const processStatements: Executors<
  'exit' | 'raise' | 'sleep' | 'wait' | 'memory' | 'cpu' | 'fork' | 'background'
> = {
  exit: (_process, { code }) => {
    throw new BoxExit(code);
  },
  raise: (process, { signal }) => {
    process.end(128 + signal);
    process.alive();
  },
  sleep: (process, { ms }) => process.sleep(ms),
  wait: (process) => process.forever(),
  memory: (process, { bytes }) => {
    process.allocate(bytes);
  },
  cpu: (process, { ms }) => burn(process, ms),
  fork: (process, { count, ms }) => {
    for (let n = 0; n < count; n++) child(process, ms, () => undefined);
  },
  background: (process, { ms, text }) => {
    child(process, ms, (self) => {
      self.print(`${text}\n`);
    });
  },
};
