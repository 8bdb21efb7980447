import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const forbidden = [
  { selector: 'ExportDefaultDeclaration', message: 'Export by name: one thing, one name.' },
  {
    selector: 'ExportAllDeclaration',
    message: 'List what is exported, so that the surface is written down.',
  },
  { selector: 'TSEnumDeclaration', message: 'Use a union of literals: enums are not erasable.' },
];

/** Ways to what walls keep away: `process` as a value is a `process.kill` that no rule sees. */
const aliases = [
  "VariableDeclarator[init.name='process']",
  "AssignmentExpression[right.name='process']",
  "Property[value.name='process'][shorthand=false]",
  "CallExpression > Identifier.arguments[name='process']",
  "ReturnStatement > Identifier[name='process']",
].map((selector) => ({ selector, message: 'Write process.<name>, so that a rule can see what you use.' }));
const globals = ['globalThis', 'global', 'eval', 'Function', 'require'];
const loaders = ['getBuiltinModule', 'binding', '_linkedBinding', 'dlopen'];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'src/cri/proto/generated/',
      '**/*.generated.ts',
      'specs/fixtures/',
      'reports/',
      'criprobe-results/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      'no-console': 'error',
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', 50],
      'max-params': ['error', 3],
      complexity: ['error', 10],
      'no-restricted-syntax': ['error', ...forbidden],
    },
  },
  {
    files: ['src/**/*.ts'],
    // A pid is a number that others may have by now: each of these looks first whose it is.
    ignores: [
      'src/cli/main.ts',
      'src/launchers/host-processes.ts',
      'src/launchers/container/runtime-in-container.ts',
      'src/run-ledger/shell-command.ts',
      'src/run-ledger/undo/end-processes-in.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'kill',
          message: 'Only the files listed in eslint.config.mjs signal.',
        },
        ...loaders.map((property) => ({
          object: 'process',
          property,
          message: 'Import it: what is loaded like this evades the import boundaries.',
        })),
      ],
      'no-restricted-imports': ['error', { paths: ['node:process', 'process'] }],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', ...globals],
      'no-restricted-syntax': ['error', ...forbidden, ...aliases],
    },
  },
  {
    // A process is a virtual one here.
    files: ['src/reference-runtime/**/*.ts'],
    ignores: [
      'src/reference-runtime/files/host-tree.ts',
      'src/reference-runtime/image/pull.ts',
      'src/reference-runtime/rpc/container-handlers.ts',
    ],
    rules: {
      'no-restricted-globals': ['error', ...globals, 'process'],
      'no-restricted-syntax': ['error', ...forbidden],
    },
  },
  {
    files: ['specs/**/*.ts'],
    rules: { 'max-lines-per-function': 'off', 'max-lines': ['error', 450] },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        setTimeout: 'readonly',
        module: 'writable',
        performance: 'readonly',
      },
    },
  },
);
