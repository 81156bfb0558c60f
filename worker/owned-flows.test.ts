import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { perform } from '../domain/kernel/step.ts';
import { queryMaybeRow } from '../infra/database/sql.ts';
import { text } from '../infra/database/table.ts';
import { startTestService, type TestService } from '../test/environment/service.ts';
import { OWNED_FLOWS } from './owned-flows.ts';

jest.setTimeout(60_000);

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.stop());

describe('the reconciler asks each minute for the open rows of a flow', () => {
  test.each(OWNED_FLOWS.map(({ name, stale }) => [name, stale] as const))(
    '%s: by an index of those',
    async (_, stale) => {
      const statements = jest.spyOn(service.deps.db, 'query');
      await perform(service.deps, stale, { untouchedSince: new Date().toISOString(), afterId: 0, limit: 10 });
      const asked = String(statements.mock.calls[0]?.[0]);
      statements.mockRestore();
      const [, table] = /FROM (?:\(SELECT \* FROM )?(\w+)/.exec(asked) ?? [];
      const [, status] = /r\.status [^']*('\w+')/.exec(asked) ?? [];
      // By the primary key it would read all rows that ever ended.
      const index = await queryMaybeRow(
        service.dataSource,
        { name: text() },
        `SELECT indexrelid::regclass::text AS name FROM pg_index
       WHERE indrelid = $1::regclass AND strpos(pg_get_expr(indpred, indrelid), $2) > 0
         AND pg_get_expr(indpred, indrelid) NOT LIKE '%<>%' LIMIT 1`,
        [table, status],
      );
      expect({ table, index }).toEqual({ table, index: { name: expect.stringContaining(String(table)) } });
    },
  );
});
