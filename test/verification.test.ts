import { expect, test } from '@jest/globals';
import { firstGroups, readProjectFile } from './environment/repository.ts';

const page = readProjectFile('docs/verification.md');
const { scripts } = JSON.parse(readProjectFile('package.json')) as { scripts: Record<string, string> };
/** Programs of the repository that verify or make something; the gates, `check:…`, are run by `npm test`. */
const programs = Object.entries(scripts)
  .filter(([name, command]) => /\bnode (?:tools|test)\//.test(command) && name !== 'test' && !name.startsWith('check:'))
  .map(([name]) => name);

test('docs/verification.md lists every program that verifies something and is no part of `npm test`', () => {
  expect(programs.length).toBeGreaterThan(15);
  expect(programs.filter((name) => !page.includes(`\`npm run ${name}\``))).toEqual([]);
});

test('it names scripts that there are', () => {
  const named = firstGroups(page, /npm run ([\w:-]+)/g);
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test('CONTRIBUTING.md lists every check', () => {
  const checks = Object.keys(scripts).filter((name) => name.startsWith('check:') && name !== 'check:console-types');
  const contributing = readProjectFile('CONTRIBUTING.md');
  expect(checks.length).toBeGreaterThan(7);
  expect(checks.filter((name) => !contributing.includes(`\`npm run ${name}\``))).toEqual([]);
});

test('each command of its table has a last result, or says that none is recorded', () => {
  const rows = firstGroups(page, /^(\| `npm run .+)$/gm);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((row) => !/\S/.test(row.split('|').at(-2) ?? ''))).toEqual([]);
});

test('CHANGELOG.md says everything once', () => {
  const lines = readProjectFile('CHANGELOG.md')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
});
