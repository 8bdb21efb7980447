// SPDX-License-Identifier: Apache-2.0
import type { Device, Signal } from '#cri/proto/generated/messages.js';
import { ofContainer, ofSecurity, without, type Told } from './inside-lies.js';
import type { Lie } from './lies.js';
import { lyingAbout } from './lying-runtime.js';

const ofDevices = (told: Told, change: (device: Device) => Device): Lie =>
  ofContainer({ scenario: 'containers.block-volume', ...told }, ({ devices = [], ...config }) => ({
    ...config,
    devices: devices.map(change),
  }));

const devices: readonly Lie[] = [
  ofContainer(
    {
      name: 'the devices of a container are dropped',
      scenario: 'containers.block-volume',
      breaks: ['container.devices.as-requested'],
      expected: /^\/dev\/raw: block \d+:\d+ with the permissions mrw$/,
      actual: /^nothing there$/,
    },
    (config) => without(config, 'devices'),
  ),
  ofDevices(
    {
      name: 'a device is another one',
      breaks: ['container.devices.as-requested'],
      expected: /^\/dev\/raw: block/,
      actual: /^char 1:3$/,
    },
    (device) => ({ ...device, host_path: '/dev/null' }),
  ),
  ofDevices(
    {
      name: 'a device that may only be read can be written to',
      breaks: ['container.devices.as-requested'],
      expected: /with the permissions r$/,
      actual: /^it can be opened for writing$/,
    },
    (device) => ({ ...device, permissions: 'mrw' }),
  ),
];

/** Every container, asked for its stop signal, says the one of the request; it gets another. */
function showsStopSignal(told: Pick<Lie, 'name' | 'breaks' | 'expected' | 'actual'>): Lie {
  const asked = new Map<string | undefined, Signal | undefined>();
  return {
    ...told,
    scenario: 'stop.own-signal',
    proof: ['StopContainer', 'ContainerStatus'],
    tell: (truth, tell) => ({
      ...lyingAbout('CreateContainer', async ({ config = {}, ...request }, honest) => {
        const answer = await honest({ ...request, config: without(config, 'stop_signal') });
        asked.set(answer.container_id, config.stop_signal);
        return answer;
      })(truth, tell),
      ...lyingAbout('ContainerStatus', async ({ container_id: id }, honest) => {
        const { status, ...answer } = await honest();
        const signal = asked.get(id);
        return signal && { ...answer, status: { ...status, stop_signal: signal } };
      })(truth, tell),
    }),
  };
}

export const requestLies: readonly Lie[] = [
  ...devices,
  ofSecurity(
    {
      name: 'what is hidden by default is hidden from those who asked for all of it',
      scenario: 'sandbox.user-namespace-unmasked',
      breaks: ['container.security.nothing-hidden'],
      expected: /^no mount below \/proc$/,
      actual: /^a mount at \/proc\/kcore$/,
    },
    (context) =>
      (context.masked_paths ?? []).length > 0 ? context : { ...context, masked_paths: ['/proc/kcore'] },
  ),
  ofContainer(
    {
      name: 'the stop signal of a request is dropped',
      scenario: 'stop.own-signal',
      breaks: ['container.status.stop-signal'],
      expected: /^SIGNAL_SIGUSR[12]$/,
      actual: /^SIGNAL_SIGTERM$/,
      proof: ['CreateContainer', 'ContainerStatus'],
    },
    (config) => without(config, 'stop_signal'),
  ),
  showsStopSignal({
    name: 'the stop signal of a request is shown, and another is sent',
    breaks: ['container.stop.signal'],
    expected: /^exit_code (21|137), the answer to USR[12]$/,
    actual: /^exit_code 22$/,
  }),
];
