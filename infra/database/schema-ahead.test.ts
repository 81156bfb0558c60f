import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { schemaIsCurrent } from './data-source.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('a schema that is ahead is right for processes of the version before, one that is behind is not', async () => {
  const { dataSource } = service;
  expect(await schemaIsCurrent(dataSource)).toBe(true);
  await dataSource.query(`INSERT INTO schema_migration (timestamp, name) VALUES (9000000000000, 'OfALaterRelease')`);
  expect(await schemaIsCurrent(dataSource)).toBe(true);
  await dataSource.query('DELETE FROM schema_migration WHERE id = (SELECT min(id) FROM schema_migration)');
  expect(await schemaIsCurrent(dataSource)).toBe(false);
});
