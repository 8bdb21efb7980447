const room = (name) => `^src/${name}${name.endsWith('.ts') ? '$' : '/'}`;
const pure = [
  'base',
  'pod',
  'guest',
  'contracts',
  'scenarios',
  'judge',
  'results',
  'compare',
  'policy',
  'report',
];
const only = (name, ...named) => {
  const allowed = ['base', ...(pure.includes(name) ? [] : ['files']), ...named];
  return {
    name: `${name}-imports-only`,
    severity: 'error',
    comment: `src/${name} may import: ${['itself', ...allowed].join(', ')}. See docs/whats-here.md.`,
    from: { path: room(name) },
    to: { path: '^src/', pathNot: [name, ...allowed].map(room) },
  };
};

/** A folder of a room may import those before it, never those after it or what lies beside them. */
const layers = (name, folders) =>
  folders.map((folder, index) => ({
    name: `${name}-${folder}-imports-only`,
    severity: 'error',
    comment: `src/${name}/${folder} may import of its module: ${[...folders.slice(0, index), 'itself'].join(', ')}.`,
    from: { path: room(`${name}/${folder}`) },
    to: {
      path: room(name),
      pathNot: [...folders.slice(0, index + 1).map((below) => room(`${name}/${below}`)), ...typesOnly],
    },
  }));
/** Types that a room's context carries for a folder above it. */
const typesOnly = ['^src/kubelet/images/pull-state'];

/**
 * The same for the reference runtime, whose objects know each other's types. What lies beside the folders is
 * below them, except what puts the runtime together.
 */
const referenceLayers = [
  'network',
  'stats',
  'files',
  'process',
  'image',
  'container',
  'sandbox',
  'streaming',
  'rpc',
].map((folder, index, all) => ({
  name: `reference-runtime-${folder}-imports-only`,
  severity: 'error',
  comment: `src/reference-runtime/${folder} may import of its module: ${['types', ...all.slice(0, index), 'itself'].join(', ')}, and what lies beside them.`,
  from: { path: room(`reference-runtime/${folder}`) },
  to: {
    path: [
      ...all.slice(index + 1).map((above) => room(`reference-runtime/${above}`)),
      room('reference-runtime/reference-runtime.ts'),
    ],
    dependencyTypesNot: ['type-only'],
  },
}));

/** Who may touch files without src/files, and why. What a runtime says reaches none of these paths. */
const filesByThemselves = [
  ['files/', 'the way to files for everybody else'],
  ['cri/', 'sockets that we listen on, and our own .proto files'],
  ['evidence/', 'the recording: where the command line says'],
  ['launchers/', 'daemons of ours: their configuration, in a directory of the run, and what the machine has'],
  ['reference-runtime/', 'a runtime does what its client asks; `serve` says so'],
  ['run-ledger/', 'what a run leaves is written down and undone here'],
  ['test-registry/guest-binary', 'our own test program'],
  ['cli/(accidents|main)\\.', 'the last words of a process that ends'],
  ['host/', 'what the node says of itself'],
  ['app/(target/config|shared/read-result|judge)\\.', 'files that a person named'],
  ['app/target/(preflight/other-kubelet|read-node-facts|socket-check)\\.', 'what the node says of itself'],
  ['app/run/output-directory\\.', 'results: where the command line says'],
  ['app/target/session/session\\.', 'makes the directory of the run'],
  ['app/shared/version\\.', 'our own package.json'],
].map(([place]) => `^src/${place}`);

/** Who may start programs, and why. */
const programsByThemselves = [
  ['app/target/session/runtime-log\\.', "journalctl or docker logs, for the runtime's own log"],
  [
    'launchers/(private/process-group|reported-version)\\.',
    'daemons of ours, and what they say of themselves',
  ],
  ['launchers/reference/(run|reference)-thread\\.', 'the reference runtime, in a thread of its own'],
  ['run-ledger/shell-command\\.', 'commands that flags name'],
  ['host/(mounts|network|systemd-units)\\.', 'ip, umount and systemctl, for what a run left'],
].map(([place]) => `^src/${place}`);

/** Who may open sockets, and why. */
const socketsByThemselves = [
  ['cri/', 'the wire to a runtime, below the guard; `serve` listens'],
  ['(reference-runtime|test-registry)/', 'servers of ours, and what our containers open'],
  ['launchers/container/', 'the API of a container engine'],
  ['kubelet/(probes/(grpc|tcp)-probe|sync/hooks/http-get|sync/pod-address)\\.', 'hooks and probes of pods'],
  ['app/target/(raw-socket|preflight/other-kubelet)\\.', 'is there a server, and is it a kubelet'],
  ['files/(output|read-named-text)\\.', 'pipes from the shell'],
  ['guard/connect-here\\.', 'does somebody listen where a URL of the runtime points to, on this node only'],
].map(([place]) => `^src/${place}`);

module.exports = {
  forbidden: [
    only('base'),
    only('files'),
    only('pod'),
    only('cri'),
    only('guest'),
    only('test-registry', 'guest'),
    only('kubelet', 'pod', 'cri'),
    only('evidence', 'cri'),
    only('contracts', 'cri', 'guest', 'evidence'),
    only('scenarios', 'pod', 'guest', 'contracts/contract-id.generated.ts'),
    only('results', 'contracts'),
    only('judge', 'contracts', 'evidence', 'results'),
    only('compare', 'contracts', 'results'),
    only('policy', 'contracts', 'results', 'compare'),
    only('report', 'contracts', 'results', 'compare', 'policy', 'evidence'),
    only('reference-runtime', 'cri', 'guest'),
    only('host'),
    only('guard', 'cri', 'host'),
    only('run-ledger', 'cri', 'guard', 'host'),
    only('launchers', 'cri', 'guard', 'host', 'reference-runtime', 'test-registry', 'run-ledger'),
    only('runner', 'cri', 'pod', 'guard', 'host', 'kubelet', 'scenarios', 'evidence', 'launchers'),
    only('cli', 'app'),
    ...layers('kubelet', [
      'versions',
      'model',
      'hash',
      'config',
      'decide',
      'context',
      'pleg',
      'images',
      'sync',
      'probes',
      'node',
      'pods',
    ]),
    ...referenceLayers,
    {
      name: 'launchers-stand-alone',
      severity: 'error',
      comment:
        'A launcher is built on src/launchers/private. Only one in a container knows what runs in there.',
      from: { path: '^src/launchers/(reference|containerd|crio|external)/' },
      to: {
        path: '^src/launchers/(reference|containerd|crio|external|container)/',
        pathNot: '^src/launchers/$1/',
      },
    },
    ...layers('app', ['shared', 'target', 'run', 'play', 'doctor']),
    {
      name: 'contracts-stand-alone',
      severity: 'error',
      comment: 'A contract is built on src/contracts/judging and /occasions, and never on another contract.',
      from: { path: '^src/contracts/(?!judging/|occasions/|upgrade/)([^/]+)/' },
      to: { path: '^src/contracts/(?!judging/|occasions/)[^/]+/' },
    },
    {
      name: 'upgrades-ask-what-restarts-do',
      severity: 'error',
      comment: 'What holds through a restart is asked of an upgrade, too; no other contract is asked twice.',
      from: { path: '^src/contracts/upgrade/' },
      to: { path: '^src/contracts/(?!judging/|occasions/|upgrade/|restart/)[^/]+/' },
    },
    {
      name: 'calls-go-through-the-guard',
      severity: 'error',
      comment:
        'A client that nobody guards can change what is not ours: connect with #guard/connect.js. (index.ts gives library users a plain one.)',
      from: {
        path: '^src/',
        pathNot: '^src/(guard/(connect|owned-runtime)|cri/client/detect-api-version|index)\\.ts$',
      },
      to: { path: '^src/cri/client/grpc-client' },
    },
    {
      name: 'the-plain-client-is-in-one-piece',
      severity: 'error',
      comment: 'What the plain client is made of can send any call, too.',
      from: { path: '^src/', pathNot: '^src/cri/client/(grpc-client|grpc-stream|connection)\\.ts$' },
      to: { path: '^src/cri/client/(grpc-stream|connection)\\.ts$' },
    },
    {
      name: 'only-its-owner-empties-a-runtime',
      severity: 'error',
      comment: 'It removes every pod of a runtime, so only who started that runtime may call it.',
      from: {
        path: '^src/',
        pathNot: '^src/launchers/(private/private-runtime|container/launch-in-container)\\.ts$',
      },
      to: { path: '^src/guard/owned-runtime' },
    },
    {
      name: 'nobody-imports-the-library',
      severity: 'error',
      comment: 'src/index.ts is for others, and has a client that nobody guards.',
      from: { path: '^src/' },
      to: { path: '^src/index\\.ts$' },
    },
    {
      name: 'grpc-stays-on-the-wire',
      severity: 'error',
      comment:
        'Only src/cri speaks gRPC; the other two ask a health service and whether containerd is there.',
      from: { path: '^src/', pathNot: '^src/(cri/|kubelet/probes/grpc-probe|app/target/ask-raw)' },
      to: { path: 'node_modules/@grpc' },
    },
    {
      name: 'nobody-imports-the-command-line',
      severity: 'error',
      comment: 'src/app and below serve the command line and library users alike.',
      from: { path: '^src/', pathNot: room('cli') },
      to: { path: room('cli') },
    },
    {
      name: 'pure-rooms-touch-nothing',
      severity: 'error',
      comment: 'What judges, compares, decides or renders is a function of its arguments.',
      from: {
        path: `^src/(${[...pure, 'kubelet/decide', 'kubelet/config', 'kubelet/hash', 'kubelet/model', 'kubelet/versions'].join('|')})/`,
        pathNot: '^src/pod/read',
      },
      to: {
        path: '^(node:)?(fs|fs/promises|net|http|http2|child_process|timers|timers/promises|process|os)$',
        reachable: true,
      },
    },
    {
      name: 'files-only-through-src-files',
      severity: 'error',
      comment:
        'As root, a path is walked from a directory of ours (src/files/own-tree.ts), or a person named it.',
      from: { path: '^src/', pathNot: filesByThemselves },
      to: { path: '^(node:)?fs(/promises)?$' },
    },
    {
      name: 'files-anywhere-only-where-listed',
      severity: 'error',
      comment: 'These touch any path that they are given: a manifest named it, or src/files walked to it.',
      from: {
        path: '^src/',
        pathNot:
          '^src/(files/|kubelet/(context/node-files|sync/volumes/host-path|images/image-collector-of)|runner/clients/witnessed-client|app/(target/read-node-facts|run/change-for))',
      },
      to: { path: '^src/files/(host-files|held-directory|remove-tree|walk)\\.ts$' },
    },
    {
      name: 'programs-only-where-listed',
      severity: 'error',
      comment: 'Few places start a program; a new one is put on the list with its reason.',
      from: { path: '^src/', pathNot: programsByThemselves },
      to: { path: '^(node:)?(child_process|cluster|worker_threads)$' },
    },
    {
      name: 'sockets-only-where-listed',
      severity: 'error',
      comment: 'A socket reaches a runtime, or whatever address one names, without the guard.',
      from: { path: '^src/', pathNot: socketsByThemselves },
      to: {
        path: '^(node:)?(net|http|https|http2|tls|dgram)$|node_modules/(ws|undici|testcontainers|dockerode)/',
      },
    },
    {
      name: 'modules-only-by-import',
      severity: 'error',
      comment: 'What is required or compiled at run time evades these checks.',
      from: {
        path: '^src/',
        pathNot: '^src/(cri/proto/bounded-reader|base/within-time|evidence/read/read-evidence)\\.ts$',
      },
      to: { path: '^(node:)?(module|vm|inspector|inspector/promises|repl|wasi|sea)$' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Cycles hide which module depends on which.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'Nothing imports this file.',
      from: { orphan: true, path: '^src/' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'types', 'default'],
    },
  },
};
