import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sessionKeyOf } from '../../../domain/mcp/rules.ts';
import { insertSession } from '../../../domain/mcp/session-store.ts';
import { startTestService, type TestService } from '../../../test/environment/service.ts';
import { McpSessionKeys1700000049000 } from './0049-mcp-session-keys.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('an open session and its calls are found by the id that its client has', async () => {
  const { dataSource, deps } = service;
  const runner = dataSource.createQueryRunner();
  const migration = new McpSessionKeys1700000049000();
  await migration.down(runner);
  const id = deps.ids.base62(43);
  const { id: partnerId } = await service.createPartner();
  const client = { client_id: 'c', protocol_version: '2025-11-25', client_name: 'c', client_version: '1' };
  await insertSession(deps.db, deps.clock.now(), { id, partner_id: partnerId, subject: 's', ...client });
  await dataSource.query(
    `INSERT INTO mcp_call (session_id, request_id, progress_token, execution_id, created_at) VALUES ($1, '1', '1', 1, now())`,
    [id],
  );
  await migration.up(runner);
  await runner.release();
  const rows = await dataSource.query(
    'SELECT s.id, c.session_id FROM mcp_session s JOIN mcp_call c ON c.session_id = s.id',
  );
  expect(rows).toEqual([{ id: sessionKeyOf(id), session_id: sessionKeyOf(id) }]);
});
