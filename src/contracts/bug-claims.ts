// SPDX-License-Identifier: Apache-2.0

/** What the bugs found in released runtimes broke, one code for each class. A code is never renamed and never reused. */
export const bugClaims = {
  // Lifecycle
  L1: 'After an OK RunPodSandbox the sandbox is READY at once, created within the call.',
  L2: 'After an OK CreateContainer the container is CREATED, with no start, no end and exit code 0.',
  L3: 'States only go forward, restarts of the runtime included.',
  L4: 'All views of one object agree: status, lists, events.',
  L5: 'A container whose process has ended becomes EXITED in bounded time, with nobody calling.',
  L6: 'A failed StartContainer is an error, leaves no process, and the container can be removed.',
  L7: 'A failed create leaves nothing, and the same name can be used again.',
  L8: 'Containers are neither created nor started in a sandbox that is not READY.',
  L9: 'Starting what is not CREATED is refused and changes nothing.',
  L10: 'A sandbox whose process died is NOTREADY and can be read, stopped and removed.',
  // Stopping and removing
  S1: 'After an OK StopContainer the process is gone, and the next read says EXITED.',
  S2: 'Stopping keeps the grace: the signal first, no KILL before its time and no delay after it.',
  S3: 'A cancelled or repeated StopContainer does not cut the grace short.',
  S4: 'Stopping and removing can be repeated, also for what is unknown or ended by itself.',
  S5: 'StopPodSandbox kills the containers and gives the network back.',
  S6: 'RemovePodSandbox takes its containers along and leaves nothing behind.',
  S7: 'RemoveContainer removes a running container, and no other one.',
  S8: 'The configured stop signal is delivered, exactly once.',
  // Names
  N1: 'No two live objects have the same name and attempt.',
  N2: 'After a create that was cut off, the same name works again in bounded time.',
  N3: 'Names are free again after a removal.',
  // Exits
  E1: 'The exit code is the one of the process, also after a run of milliseconds.',
  E2: 'Timestamps are plausible nanoseconds in the right order, and fixed once set.',
  E3: 'The reason is OOMKilled exactly when the OOM killer ended the container.',
  E4: 'Exit data stay complete and right, also around an outage of the daemon.',
  // Commands in containers
  X1: 'The exit code of a command is exact, and the container goes on unharmed.',
  X2: 'stdout and stderr of a command are separate, exact and complete.',
  X3: 'The time-out of a command is kept and can be told from other ends.',
  X5: 'A command in a container that does not run is an error.',
  // Logs
  G1: 'Every line of a log has the format of the CRI.',
  G2: 'All output is in the log when the container is EXITED, in order.',
  G3: 'Lines that were cut can be joined again.',
  G4: 'Reopening a log loses nothing, and an error makes no file.',
  G5: 'log_path is the path that was asked for, and the file exists.',
  // Images
  I1: 'The id of an image is the same wherever it is named.',
  I2: 'A pulled image is there at once, under each of its names.',
  I3: 'A removed image is gone at once, under each of its names.',
  I4: 'Removing an image can be repeated.',
  I5: 'Tags and digests of an image are complete and stay.',
  I6: 'An image has a size, the same in list and status.',
  I7: 'The image of the sandbox is pinned, also after a restart.',
  I9: 'A failed pull leaves no image and harms none.',
  I10: 'The image of a container never changes.',
  // Statistics
  M1: 'Each running container is in the statistics once, with the right attributes.',
  M2: 'Counters never fall, and timestamps advance.',
  M4: 'Filters of statistics are kept.',
  M6: 'File system usage names a usable mount point and a time.',
  // Events
  V1: 'Each event is sent exactly once, in order.',
  V2: 'Every subscriber gets every event.',
  V3: 'The payload of an event fits it.',
  V4: 'The stream stays open, ends with the daemon, and can be opened again.',
  // Resources
  U1: 'An update is applied and reported, and leaves what it did not name.',
  U2: 'A failed update changes nothing.',
  U3: 'Updated values survive a restart of the runtime.',
  // Attributes and lists
  A1: 'Metadata, labels and annotations come back unchanged.',
  A2: 'Mounts are reported as they were asked for.',
  A5: 'Namespace options are reported as they were asked for, and in effect.',
  F1: 'Filters are combined with AND, values of zero included, and an unknown id gives an empty list.',
  // Network
  W1: 'Reported addresses are the ones of the pod, and stay.',
  W2: 'Live pods never share an address.',
  // Runtime
  R1: 'Version is constant and well formed.',
  R2: 'Status has both conditions, and they follow the facts.',
  R3: 'RuntimeConfig never changes and is true.',
  R4: 'An unknown runtime handler is refused.',
  // Restarts of the runtime
  RS1: 'Objects and all their attributes are the same before and after a restart of the daemon.',
  RS2: 'While it starts, the daemon refuses; its first OK answer is complete.',
  RS3: 'Processes are not touched by a restart, and what ended meanwhile is reported as ended.',
  RS4: 'Every call works on objects from before the restart.',
  RS5: 'What an object from before the restart depends on still exists.',
  // Questions
  Q1: 'Reading what does not exist is NOT_FOUND, and OK never comes without an answer.',
} as const;
