import { expect, test } from '@jest/globals';
import { newestOf, readChangelog } from './read-changelog.ts';

const CHANGELOG = `# Changelog

Text before.

## Unreleased

### Added

- View _Keys_ of the console.
- A setting for operators.

### Fixed

- A flow that stopped.

## 0.2.0 - 2026-11-22

### Changed

- Cards of the Console are quiet,
  on two lines.

## 0.1.0 - 2026-10-01

### Added

- The API.
`;

test('has what concerns people, by version and kind', () => {
  const versions = readChangelog(CHANGELOG);
  expect(versions).toMatchObject([
    { number: null, date: null, changes: [{ kind: 'Added', entries: [[{ type: 'text' }]] }] },
    { number: '0.2.0', date: '2026-11-22', changes: [{ kind: 'Changed', entries: [[{ type: 'text' }]] }] },
  ]);
  expect(JSON.stringify(versions)).toContain('View ');
  expect(JSON.stringify(versions)).not.toMatch(/operators|"raw"/);
});

test('a further entry is news', () => {
  const more = CHANGELOG.replace('- View', '- The console prints.\n- View');
  expect(newestOf(readChangelog(more))).not.toBe(newestOf(readChangelog(CHANGELOG)));
  expect(newestOf([])).toBe('next/0');
});
