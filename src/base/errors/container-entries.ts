// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '../exit-code.js';
import type { ErrorEntry } from './entry.js';

const exit = exitCode.preflight;

export type ContainerCode = 'E-CONTAINER-IMAGE' | 'E-CONTAINER-PRIVILEGED' | 'E-CONTAINER-PROCESSES';

/** Runtimes in containers, and the container engine. */
export const containerEntries: Readonly<Record<ContainerCode, ErrorEntry>> = {
  'E-CONTAINER-IMAGE': {
    title: 'The image for a runtime in a container cannot be built, pulled or used',
    exit,
    seen: "the engine's message",
    likely: 'a file named in the Dockerfile is missing, or no registry is reachable',
    fix: 'docker build or docker pull it by hand; docs/managed-containers.md says what such an image does',
  },
  'E-CONTAINER-PRIVILEGED': {
    title: 'The container engine refuses a privileged container',
    exit,
    seen: "the engine's message, such as: unable to apply caps",
    likely: 'the machine lacks a capability that --privileged needs, usually CAP_SYS_RESOURCE',
    fix: "register examples/lenient-runc, which drops what is missing, as the engine's default runtime",
  },
  'E-CONTAINER-PROCESSES': {
    title: 'The container engine and criprobe are in different PID namespaces',
    exit,
    seen: "the engine's pid of the container's process, which is another process here, or none",
    likely: 'criprobe runs in a container with its own PID namespace',
    fix: 'run criprobe in the PID namespace of the engine (docker run --pid host …), or on its machine without a container',
  },
};
