const room = (name) => `^src/${name}/`;
const pure = ['base', 'pod', 'contracts', 'scenarios', 'judge', 'compare', 'policy', 'report'];
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

module.exports = {
  forbidden: [
    only('base'),
    only('files'),
    only('pod'),
    only('cri'),
    only('test-registry'),
    only('kubelet', 'pod', 'cri'),
    only('evidence', 'cri'),
    only('contracts', 'cri', 'evidence'),
    only('scenarios', 'pod', 'contracts'),
    only('judge', 'contracts', 'evidence'),
    only('compare', 'contracts', 'judge'),
    only('policy', 'contracts', 'compare', 'judge'),
    only('report', 'contracts', 'judge', 'compare', 'policy', 'evidence'),
    only('reference-runtime', 'cri'),
    only('guard', 'cri'),
    only('run-ledger', 'cri', 'guard'),
    only('launchers', 'cri', 'guard', 'reference-runtime', 'test-registry', 'run-ledger'),
    only('cli', 'app'),
    {
      name: 'calls-go-through-the-guard',
      severity: 'error',
      comment: 'A client that nobody guards can change what is not ours: connect with #guard/connect.js.',
      from: { path: '^src/', pathNot: '^src/(guard|cri)/' },
      to: { path: '^src/cri/(grpc-client|grpc-stream|connection)' },
    },
    {
      name: 'grpc-stays-on-the-wire',
      severity: 'error',
      comment:
        'Only src/cri speaks gRPC; the other two ask a health service and whether containerd is there.',
      from: { path: '^src/', pathNot: '^src/(cri/|kubelet/probes/grpc-probe|app/ask-raw)' },
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
        path: `^src/(${[...pure, 'kubelet/decide'].join('|')})/`,
        pathNot: '^src/pod/read',
      },
      to: {
        path: '^(node:)?(fs|fs/promises|net|http|http2|child_process|timers|timers/promises|process|os)$',
      },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Cycles hide which room depends on which.',
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
