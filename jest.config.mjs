import { fileURLToPath } from 'node:url';
import { findPureTests } from './test/environment/pure-tests.mjs';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const PURE = findPureTests(ROOT).map((file) => `${ROOT}${file}`);
/** Exactly these files. */
const pureFiles = `^(?:${PURE.map((file) => file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$`;

/** All tests; `NODE_OPTIONS=--experimental-vm-modules` is set by the npm scripts. */
const common = {
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testEnvironment: 'node',
  runtime: '<rootDir>/test/environment/compile-once.mjs',
  setupFiles: ['<rootDir>/test/environment/check-rows.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/.data', '<rootDir>/dist'],
};

export default {
  maxWorkers: 2,
  // Modules of ended files stay in memory (V8 keeps those of `vm`), and collecting garbage beside gigabytes of them is slow.
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/test/environment/long-files-first.mjs',
  testTimeout: 60_000,
  projects: [
    {
      // What they load reaches nothing outside; `npm run test:unit` runs these alone.
      ...common,
      displayName: 'unit',
      testRegex: [pureFiles],
    },
    {
      ...common,
      displayName: 'checks',
      testMatch: ['<rootDir>/{api,domain,workflows,activities,worker,infra,sandbox,test,tools,console}/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/acceptance/', pureFiles],
      globalSetup: '<rootDir>/test/environment/shared-setup.mjs',
      globalTeardown: '<rootDir>/test/environment/shared-teardown.mjs',
    },
    {
      // They share one running product, which is started only when one of them is run.
      ...common,
      displayName: 'acceptance',
      testMatch: ['<rootDir>/test/acceptance/**/*.test.ts'],
      globalSetup: '<rootDir>/test/environment/acceptance-setup.mjs',
      globalTeardown: '<rootDir>/test/environment/acceptance-teardown.mjs',
    },
  ],
};
