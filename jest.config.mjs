/** @type {import('jest').Config} */
const common = {
  rootDir: import.meta.dirname ?? new URL('.', import.meta.url).pathname,
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
  maxConcurrency: 16,
  projects: [
    project('unit'),
    project('harness'),
    project('cli'),
    project('runtimes'),
    project('conformance', {
      testEnvironment: 'allure-jest/node',
      globalSetup: '<rootDir>/specs/support/record-once.mjs',
    }),
  ],
};
