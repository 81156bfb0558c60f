/** All tests; `NODE_OPTIONS=--experimental-vm-modules` is set by the npm scripts. */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  testMatch: ['<rootDir>/{api,domain,workflows,activities,worker,infra,test}/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.data', '<rootDir>/dist'],
  maxWorkers: 2,
  testTimeout: 60_000,
};
