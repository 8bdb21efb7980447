// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '../exit-code.js';
import type { ErrorEntry } from './entry.js';

const exit = exitCode.preflight;

export type SocketCode =
  | 'E-SOCKET-MISSING'
  | 'E-SOCKET-DENIED'
  | 'E-SOCKET-STALE'
  | 'E-ENDPOINT-FORM'
  | 'E-ENDPOINT-MANY'
  | 'E-NOT-GRPC'
  | 'E-HANG'
  | 'E-RUNTIME-GONE'
  | 'E-RPC-TIMEOUT'
  | 'E-MSG-SIZE';

/** Failures before the runtime answers. */
export const socketEntries: Readonly<Record<SocketCode, ErrorEntry>> = {
  'E-SOCKET-MISSING': {
    title: 'There is no socket at the path',
    exit,
    seen: 'ENOENT from stat or connect',
    likely: 'the runtime is stopped, or listens somewhere else',
    fix: 'start the runtime (systemctl status containerd), or name its socket: criprobe … -r /run/containerd/containerd.sock',
  },
  'E-SOCKET-DENIED': {
    title: 'This user may not open the socket',
    exit,
    seen: 'EACCES or EPERM from stat or connect; runtime sockets are usually srw-rw---- root root',
    likely: 'runtime sockets belong to root',
    fix: 'sudo -E criprobe …; in a pod: run as root with the directory of the socket mounted (under SELinux with type spc_t)',
  },
  'E-SOCKET-STALE': {
    title: 'Nothing listens on the path, or it is not a socket',
    exit,
    seen: 'ECONNREFUSED from connect',
    likely: 'the runtime exited and left its socket behind, or the path is a file or a directory',
    fix: 'find out why it exited (journalctl -u containerd -n 50) and start it again, or correct the path',
  },
  'E-ENDPOINT-FORM': {
    title: 'The endpoint is not supported',
    exit: exitCode.usage,
    seen: 'an address such as tcp://… or npipe://…',
    likely: 'only unix sockets are supported',
    fix: 'write it as /run/x.sock, unix:/run/x.sock or unix:///run/x.sock',
  },
  'E-ENDPOINT-MANY': {
    title: 'Several runtimes answer; name one',
    exit: exitCode.usage,
    seen: 'more than one of the known sockets answers Version',
    likely: 'containerd and CRI-O are installed side by side',
    fix: 'name one: criprobe … -r <socket>',
  },
  'E-NOT-GRPC': {
    title: 'The socket does not speak gRPC',
    exit,
    seen: 'an HTTP/1.1 answer, other bytes, or a closed connection instead of HTTP/2 settings',
    likely: 'it is the socket of another service, often that of the Docker API',
    fix: "docker.sock is not a CRI socket: use containerd's (/run/containerd/containerd.sock) or cri-dockerd's (/run/cri-dockerd.sock)",
  },
  'E-HANG': {
    title: 'The socket accepts connections, but nothing answers',
    exit,
    seen: 'no data, or no answer to Version, before our deadline',
    likely: 'the runtime is wedged, overloaded, or still starting',
    fix: 'wait for it with --wait-ready 30s; see journalctl -u containerd; kill -USR1 makes containerd write its stacks to its log',
  },
  'E-RUNTIME-GONE': {
    title: 'The runtime disappeared during the test',
    exit: exitCode.failed,
    seen: 'the connection broke, and the socket no longer answers',
    likely: 'the runtime crashed or was restarted',
    fix: 'read the end of its log (journalctl -u containerd -n 100), then: criprobe cleanup',
  },
  'E-RPC-TIMEOUT': {
    title: 'A call was not answered before its deadline',
    exit,
    seen: 'a message that starts with "Deadline exceeded after" is our deadline; any other DEADLINE_EXCEEDED is the runtime\'s own',
    likely: 'the runtime is slow or stuck',
    fix: 'give it more time with --rpc-timeout 5m, and read its log for that time',
  },
  'E-MSG-SIZE': {
    title: 'An answer is larger than 16 MiB, or has too many items',
    exit: exitCode.environment,
    seen: "criprobe's own limit: 16 MiB for an answer, 20000 items in a list, 500000 fields in a message",
    likely: 'a runtime with very many objects; a kubelet refuses more than 16 MiB, too',
    fix: 'criprobe cleanup, or remove unused objects; then run again',
  },
};
