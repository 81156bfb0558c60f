import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

/** The first migration that the rule holds for. */
const FIRST = '0166';

test('an index of a table that was there before is made while others write', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => /^\d{4}-[a-z0-9-]+\.ts$/.test(file) && file >= FIRST);
  const locking = files.flatMap((file) => {
    const code = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    return lockingIndexes(code).map((name) => `${file}: CREATE INDEX CONCURRENTLY ${name}, and transaction = false`);
  });
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

/** The indexes that keep others from writing to a table that the code does not make. */
function lockingIndexes(code: string): string[] {
  const made = new Set(
    Array.from(code.matchAll(/CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/g), ([, table]) => table),
  );
  const indexes = code.matchAll(/CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)(?:IF NOT EXISTS )?(\w+)\s+ON (\w+)/g);
  return Array.from(indexes).flatMap(([, name = '', table]) => (made.has(table) ? [] : [name]));
}
