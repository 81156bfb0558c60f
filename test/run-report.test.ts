import { expect, test } from '@jest/globals';
import { failedFiles, reportOf } from './run-report.ts';

const file = (name: string, seconds: number, tests: Record<string, number>) => ({
  name: `/project/${name}`,
  status: 'passed',
  startTime: 1000,
  endTime: 1000 + seconds * 1000,
  assertionResults: Object.entries(tests).map(([fullName, s]) => ({ fullName, status: 'passed', duration: s * 1000 })),
});

const numbers = { numPassedTests: 0 };

test('the slowest tests, where the time went, and what exceeds its budget', () => {
  const testResults = [
    file('domain/credits/ledger.test.ts', 4, { 'two racers': 1, 'one holder': 2 }),
    file('test/acceptance/seo.test.ts', 61, { 'an analysis': 50 }),
    file('tools/faults/drills.test.ts', 61, { 'a stop': 55 }),
    file('test/routes.test.ts', 1, { 'a route': 0.5 }),
  ];
  expect(reportOf({ ...numbers, testResults }, '/project')).toEqual([
    'slowest tests',
    '   55.0 s  tools/faults/drills.test.ts: a stop',
    '   50.0 s  test/acceptance/seo.test.ts: an analysis',
    '    2.0 s  domain/credits/ledger.test.ts: one holder',
    '    1.0 s  domain/credits/ledger.test.ts: two racers',
    '    0.5 s  test/routes.test.ts: a route',
    'worker-seconds: 127.0 in 4 files',
    '   61.0 s  test/acceptance: 1 files, 50.0 s in tests',
    '   61.0 s  tools/faults: 1 files, 55.0 s in tests',
    '    4.0 s  domain: 1 files, 3.0 s in tests',
    '    1.0 s  test: 1 files, 0.5 s in tests',
    'over budget  test/acceptance/seo.test.ts took 61.0 s of 60 s',
  ]);
});

test('twenty tests at most, and a skipped one takes no time', () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`test ${index}`, index]));
  const skipped = {
    ...file('api/app.test.ts', 1, {}),
    assertionResults: [{ fullName: 'skipped', status: 'pending', duration: null }],
  };
  const lines = reportOf({ ...numbers, testResults: [file('api/legacy.test.ts', 50, many), skipped] }, '/project');
  expect(lines.indexOf('worker-seconds: 51.0 in 2 files')).toBe(21);
  expect(lines[1]).toBe('   29.0 s  api/legacy.test.ts: test 29');
});

test('files in which something failed, also those that could not be run', () => {
  const good = file('api/app.test.ts', 1, { one: 1 });
  const bad = {
    ...file('api/lists.test.ts', 1, {}),
    status: 'failed',
    assertionResults: ['passed', 'failed', 'pending'].map((status) => ({ fullName: `a ${status} one`, status })),
  };
  const broken = { ...file('api/keys.test.ts', 0, {}), status: 'failed' };
  expect(failedFiles({ ...numbers, testResults: [good, bad, broken] })).toEqual([
    { path: '/project/api/lists.test.ts', tests: ['a failed one'], passed: 1, failed: 1 },
    { path: '/project/api/keys.test.ts', tests: [], passed: 0, failed: 1 },
  ]);
});
