/** @type {import('jest').Config} */
const common = {
  rootDir: import.meta.dirname ?? new URL('.', import.meta.url).pathname,
  cacheDirectory: '<rootDir>/.cache/jest',
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
};
const project = (name, extra = {}) => ({
  ...common,
  displayName: name,
  testMatch: [`<rootDir>/specs/${name}/**/*.spec.ts`],
  ...extra,
});

export default {
  testTimeout: 30_000,
  testSequencer: '<rootDir>/specs/support/longest-first.mjs',
  // Specs wait more than they compute: jest would leave a core idle, and most of what is told to run together.
  maxWorkers: '100%',
  maxConcurrency: 48,
  projects: [
    project('unit'),
    project('harness'),
    project('cli'),
    project('runtimes'),
    project('lies'),
    project('conformance', { testEnvironment: 'allure-jest/node' }),
  ],
};
