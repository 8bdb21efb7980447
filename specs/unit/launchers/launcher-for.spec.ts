// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import { managedKinds } from '#launchers/all.js';
import { launcherFor } from '#launchers/launcher-for.js';

describe('launcherFor', () => {
  it.each(['reference', 'containerd', 'containerd@/opt/containerd-2', 'crio', 'crio@/opt/crio'])(
    'knows %s by that name',
    (spec) => {
      expect(launcherFor(spec).name).toBe(spec);
    },
  );

  it.each([
    '',
    'docker',
    'containerd@',
    'containerd@bin',
    'crio@bin',
    'cri-o',
    'reference@/x',
    'containerd2',
    'container:',
  ])('refuses %j as a usage error that lists what there is', (spec) => {
    let caught: unknown;
    try {
      launcherFor(spec);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(Failure);
    const failure = caught as Failure;
    expect(failure.code).toBe('E-MANAGED');
    expect(failure.exit).toBe(exitCode.usage);
    for (const { form } of managedKinds.flatMap(({ forms }) => forms)) expect(failure.fix).toContain(form);
  });

  it('says that a directory of binaries must be absolute', () => {
    expect(() => launcherFor('containerd@bin')).toThrow(
      expect.objectContaining({ likely: expect.stringContaining('absolute') as unknown }),
    );
  });
});
