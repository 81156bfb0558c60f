import { expect, test } from '@jest/globals';
import { createStatementNames } from './statement-names.ts';

const nameOf = createStatementNames(['execution', 'outbox', 'audit_log', 'partner']);

test.each([
  ['SELECT * FROM execution WHERE id = $1 FOR UPDATE', 'SELECT execution'],
  ['SELECT e.id FROM execution e JOIN partner p ON p.id = e.partner_id', 'SELECT execution'],
  ['UPDATE execution SET status = $1 WHERE id = $2', 'UPDATE execution'],
  ['INSERT INTO outbox (id) VALUES ($1) ON CONFLICT DO UPDATE SET id = 1', 'INSERT outbox'],
  ['WITH a AS (SELECT 1 FROM partner) DELETE FROM outbox WHERE id = ANY ($1)', 'DELETE outbox'],
  [
    'WITH a AS (INSERT INTO audit_log SELECT 1), b AS (INSERT\n INTO outbox SELECT 2) SELECT 1',
    'INSERT audit_log, INSERT outbox',
  ],
  ['SELECT * FROM rate_limit_take($1, $2)', 'SELECT rate_limit_take'],
  ["SELECT 'a secret' AS word", 'SELECT'],
  ['COMMIT', 'COMMIT'],
  ["whatever 'a secret'", 'statement'],
])('%s is %s', (text, name) => {
  expect(nameOf(text)).toBe(name);
  expect(nameOf(text)).toBe(name);
});
