import { expect, test } from '@jest/globals';
import { queryRows } from '../infra/database/sql.ts';
import { bigint } from '../infra/database/table.ts';

test('in tests every row is held against what its statement declares, without a test having to ask for it', async () => {
  const db = { query: async () => [{ id: '7' }] };
  await expect(queryRows(db, { id: bigint() }, 'SELECT id')).rejects.toThrow("of another type: id is '7'");
});
