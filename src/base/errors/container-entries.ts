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
    seen: "the engine's words",
    likely: 'a file that the Dockerfile names is missing, or no registry can be reached',
    fix: 'docker build or docker pull it by hand; docs/managed-containers.md says what such an image does',
  },
  'E-CONTAINER-PRIVILEGED': {
    title: 'The container engine refuses a privileged container',
    exit,
    seen: "the engine's words, such as: unable to apply caps",
    likely: 'the machine lacks a capability that --privileged asks for: CAP_SYS_RESOURCE as a rule',
    fix: 'register examples/lenient-runc as the default runtime of the engine, which asks for what there is',
  },
  'E-CONTAINER-PROCESSES': {
    title: 'The container engine and criprobe count processes in different namespaces',
    exit,
    seen: "the number that the engine gives the container's process, which is another one here, or none",
    likely: 'criprobe runs in a container that has processes of its own',
    fix: 'run criprobe in the PID namespace of the engine (docker run --pid host …), or on its machine without a container',
  },
};
