import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

/** The first migration that the rules hold for. */
const FIRST = '0166';

test('an index of a table that was there before is made while others write', () => {
  const locking = codes().flatMap(([file, code]) =>
    lockingIndexes(code).map((name) => `${file}: CREATE INDEX CONCURRENTLY ${name}, and transaction = false`),
  );
  expect(locking).toEqual([]);
});

test.each([
  ['CREATE INDEX note_by_age ON note (created_at)', ['note_by_age']],
  ['CREATE UNIQUE INDEX IF NOT EXISTS note_by_age\n ON note (created_at)', ['note_by_age']],
  ['CREATE INDEX CONCURRENTLY note_by_age ON note (created_at)', []],
  ['CREATE TABLE note (id bigint); CREATE INDEX note_by_age ON note (created_at)', []],
])('%s', (code, expected) => {
  expect(lockingIndexes(code)).toEqual(expected);
});

/** Changes that the release before does not bear, by `file: change`, and the release since which nothing uses what they take away. */
const UNUSED: Readonly<Record<string, string>> = {};

test('what a migration changes is borne by the release before, which goes on writing', () => {
  const breaking = codes().flatMap(([file, code]) => breakingChanges(upOf(code)).map((change) => `${file}: ${change}`));
  expect(breaking.filter((change) => !(change in UNUSED))).toEqual([]);
});

test.each([
  ['ALTER TABLE note ADD COLUMN mood text NOT NULL', ['ADD COLUMN mood text NOT NULL']],
  ['ALTER TABLE note ADD COLUMN mood text NOT NULL DEFAULT 1, ADD mind text', []],
  [
    'ALTER TABLE note ADD COLUMN one int NOT NULL DEFAULT 0,\n ADD COLUMN two int NOT NULL',
    ['ADD COLUMN two int NOT NULL'],
  ],
  ['ALTER TABLE note DROP COLUMN mood', ['DROP COLUMN mood']],
  ['ALTER TABLE note RENAME COLUMN mood TO mind', ['RENAME COLUMN mood TO mind']],
  ['ALTER TABLE note ALTER COLUMN mood SET NOT NULL', ['ALTER COLUMN mood SET NOT NULL']],
  ['DROP TABLE note', ['DROP TABLE note']],
  ['ALTER TABLE note DROP CONSTRAINT note_mood', []],
  ['CREATE TABLE note (mood text NOT NULL)', []],
])('of %s', (code, expected) => {
  expect(breakingChanges(code)).toEqual(expected);
});

test('each migration can be taken back', () => {
  const oneWay = codes().filter(([, code]) => !/async down\([^)]*\)[^{]*\{\s*(?:await|for|return)/.test(code));
  expect(oneWay.map(([file]) => file)).toEqual([]);
});

/** The files that the rules hold for, with their code. */
function codes(): [string, string][] {
  const files = readdirSync(import.meta.dirname).filter((file) => /^\d{4}-[a-z0-9-]+\.ts$/.test(file) && file >= FIRST);
  return files.map((file) => [file, readFileSync(path.join(import.meta.dirname, file), 'utf8')]);
}

/** The code without what takes it back. */
function upOf(code: string): string {
  return code.split('async down(')[0] ?? '';
}

/** What the release before would fail at: it does not fill a new column, and names one that is gone. */
function breakingChanges(code: string): string[] {
  const required = Array.from(code.matchAll(/ADD COLUMN (?:IF NOT EXISTS )?[^,;`']*/g), ([text]) => text.trim());
  const gone = code.matchAll(
    /(?:DROP COLUMN|DROP TABLE) (?:IF EXISTS )?\w+|RENAME (?:COLUMN \w+ )?TO \w+|ALTER COLUMN \w+ SET NOT NULL/g,
  );
  return [
    ...required.filter((text) => text.includes('NOT NULL') && !/DEFAULT|GENERATED/.test(text)),
    ...Array.from(gone, ([text]) => text),
  ];
}

/** The indexes that keep others from writing to a table that the code does not make. */
function lockingIndexes(code: string): string[] {
  const made = new Set(
    Array.from(code.matchAll(/CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/g), ([, table]) => table),
  );
  const indexes = code.matchAll(/CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)(?:IF NOT EXISTS )?(\w+)\s+ON (\w+)/g);
  return Array.from(indexes).flatMap(([, name = '', table]) => (made.has(table) ? [] : [name]));
}
