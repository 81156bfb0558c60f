import { fileURLToPath } from 'node:url';
import { findPureTests } from './test/environment/pure-tests.mjs';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const PURE = findPureTests(ROOT).map((file) => `${ROOT}${file}`);
/** Exactly these files. */
const pureFiles = `^(?:${PURE.map((file) => file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$`;

/** All tests; `NODE_OPTIONS=--experimental-vm-modules` is set by the npm scripts. */
const common = {
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testEnvironment: '<rootDir>/test/environment/realm/environment.mjs',
  runtime: '<rootDir>/test/environment/realm/runtime.mjs',
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

/** Bytes that so many workers need beside the product, the browser and a type check: 1 GB each, and one of them 2 GB for a while. */
const MEMORY_FOR = { three: 10 * 1024 ** 3, four: 12 * 1024 ** 3 };

export default {
  // Tests wait for a good part of their time, so more workers use what two leave of two cores.
  maxWorkers: workersFor(process.availableMemory()),
  // What a test file leaves open keeps its modules. Collecting garbage beside gigabytes is slow.
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/test/environment/long-files-first.mjs',
  // Twice what the slowest take on two cores that others use, too.
  testTimeout: 120_000,
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

function workersFor(memory) {
  if (memory < MEMORY_FOR.three) return 2;
  return memory < MEMORY_FOR.four ? 3 : 4;
}
