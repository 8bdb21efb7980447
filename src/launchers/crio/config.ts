// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { toml, type Sections } from '../private/toml.js';

export interface CrioSettings {
  /** All files of this CRI-O are below it. */
  readonly directory: string;
  readonly sandboxImage: string;
  readonly cniDirectory: string;
  readonly pinns: string;
  readonly conmon: string;
  /** At least one, with the program to call; the first is the default. */
  readonly handlers: readonly { readonly name: string; readonly program: string }[];
  readonly storageDriver: 'overlay' | 'vfs';
  readonly systemdCgroup: boolean;
  readonly apparmor: boolean;
}

/** Paths of a private CRI-O, all below its directory. */
export function crioPaths(
  directory: string,
): Record<
  | 'socket'
  | 'config'
  | 'log'
  | 'root'
  | 'cni'
  | 'home'
  | 'registries'
  | 'policy'
  | 'storage'
  | 'auth'
  | 'empty',
  string
> {
  return {
    socket: join(directory, 'crio.sock'),
    config: join(directory, 'crio.conf'),
    log: join(directory, 'crio.log'),
    root: join(directory, 'root'),
    cni: join(directory, 'net.d'),
    home: join(directory, 'home'),
    registries: join(directory, 'registries.conf'),
    policy: join(directory, 'policy.json'),
    storage: join(directory, 'storage.conf'),
    auth: join(directory, 'auth.json'),
    empty: join(directory, 'empty'),
  };
}

/** crio.conf. Anything not set has the version's default; CRI-O ignores keys that it does not know. */
export function crioConfig(settings: CrioSettings): string {
  const { directory } = settings;
  const paths = crioPaths(directory);
  return toml({}, [
    ['crio', { ...storageOf(settings), log_dir: join(directory, 'logs'), ...lastingFiles(directory) }],
    ['crio.api', { listen: paths.socket, stream_address: '127.0.0.1', stream_port: '0' }],
    ['crio.runtime', runtimeOptions(settings)],
    ...handlersOf(settings),
    ['crio.image', imageOptions(settings)],
    ['crio.network', { network_dir: paths.cni, plugin_dirs: [settings.cniDirectory] }],
    ['crio.metrics', { enable_metrics: false }],
    ['crio.nri', nriOff(directory)],
  ]);
}

type Keys = Sections[number][1];

function storageOf({ directory, storageDriver }: CrioSettings): Keys {
  return {
    root: crioPaths(directory).root,
    runroot: join(directory, 'runroot'),
    storage_driver: storageDriver,
  };
}

/**
 * From these files CRI-O concludes on start whether the machine was rebooted or its disk lost data: then it
 * removes containers.
 */
function lastingFiles(directory: string): Keys {
  return {
    version_file: join(directory, 'version'),
    clean_shutdown_file: join(directory, 'clean.shutdown'),
  };
}

function runtimeOptions({ directory, handlers, systemdCgroup, ...settings }: CrioSettings): Keys {
  const paths = crioPaths(directory);
  return {
    default_runtime: handlers[0]?.name ?? 'runc',
    cgroup_manager: systemdCgroup ? 'systemd' : 'cgroupfs',
    pinns_path: settings.pinns,
    namespaces_dir: join(directory, 'namespaces'),
    container_exits_dir: join(directory, 'exits'),
    container_attach_socket_dir: join(directory, 'attach'),
    decryption_keys_path: paths.empty,
    hooks_dir: [],
    cdi_spec_dirs: [paths.empty],
    default_mounts_file: join(paths.empty, 'mounts.conf'),
    irqbalance_config_restore_file: 'disable',
    // Otherwise a sandbox whose containers share a pid namespace has no process to share it with.
    drop_infra_ctr: false,
    // It would change the host's firewall.
    disable_hostport_mapping: true,
    enable_pod_events: true,
    log_level: 'info',
    log_to_journald: false,
    ...(settings.apparmor ? {} : { apparmor_profile: 'unconfined' }),
  };
}

/**
 * CRI-O always defines a handler crun, with its state at the host's path; so we define it even if crun is
 * missing.
 */
function handlersOf({ directory, conmon, handlers }: CrioSettings): Sections {
  const absent = handlers.some(({ name }) => name === 'crun')
    ? []
    : [{ name: 'crun', program: join(crioPaths(directory).empty, 'crun') }];
  return [...handlers, ...absent].map(({ name, program }) => [
    `crio.runtime.runtimes.${name}`,
    {
      runtime_path: program,
      runtime_type: 'oci',
      runtime_root: join(directory, name),
      monitor_path: conmon,
      monitor_cgroup: 'pod',
      monitor_env: ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
    },
  ]);
}

function imageOptions({ directory, sandboxImage }: CrioSettings): Keys {
  const paths = crioPaths(directory);
  return {
    pause_image: sandboxImage,
    // The image's own command.
    pause_command: '',
    global_auth_file: paths.auth,
    signature_policy: paths.policy,
    signature_policy_dir: paths.empty,
    namespaced_auth_dir: paths.empty,
    big_files_temporary_dir: join(directory, 'tmp'),
  };
}

function nriOff(directory: string): Keys {
  const { empty } = crioPaths(directory);
  return {
    enable_nri: false,
    nri_listen: join(directory, 'nri.sock'),
    nri_plugin_dir: empty,
    nri_plugin_config_dir: empty,
  };
}
