import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { perform } from '../kernel/step.ts';
import { MAX_SESSIONS_PER_SUBJECT } from './rules.ts';
import { insertSession, touchSession } from './session-store.ts';
import { openSession } from './steps/sessions.ts';
import type { McpSessionRow } from './table.ts';

jest.setTimeout(60_000);

const NOON = new Date('2026-05-10T12:00:00Z');
const NEXT_MORNING = new Date('2026-05-11T06:00:00Z');

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** A session opened at noon. */
async function opened() {
  const session = { id: service.deps.ids.base62(43), partner_id: (await service.createPartner()).id };
  const rest = { subject: 's', client_id: 'c', protocol_version: '2025-11-25', client_name: 'c', client_version: '1' };
  await insertSession(service.deps.db, NOON, { ...session, ...rest });
  return session;
}

async function state({ id, partner_id }: Pick<McpSessionRow, 'id' | 'partner_id'>) {
  const rows: (Pick<McpSessionRow, 'last_seen_at' | 'position'> & { followed_until: Date })[] =
    await service.deps.db.query(
      `SELECT last_seen_at, position, followed_until FROM mcp_session s JOIN mcp_feed USING (partner_id)
       WHERE s.id = $1 AND partner_id = $2`,
      [id, partner_id],
    );
  if (!rows[0]) throw new Error('There is no such session.');
  return rows[0];
}

test('a session that is used lives on, and its partner is followed on', async () => {
  const session = await opened();
  const before = await state(session);
  await touchSession(service.deps.db, NEXT_MORNING, session);
  const after = await state(session);
  expect(after).toMatchObject({ last_seen_at: NEXT_MORNING, position: 0 });
  expect(after.followed_until.getTime() - before.followed_until.getTime()).toBe(+NEXT_MORNING - +NOON);
});

test('a stream’s position only goes forward', async () => {
  const session = await opened();
  for (const position of [5, 3, null]) await touchSession(service.deps.db, NEXT_MORNING, session, position);
  expect((await state(session)).position).toBe(5);
});

test('uses in quick succession leave the partner’s feed alone', async () => {
  const session = await opened();
  const { followed_until } = await state(session);
  await touchSession(service.deps.db, new Date(NOON.getTime() + 60_000), session);
  expect(await state(session)).toMatchObject({ followed_until, last_seen_at: new Date(NOON.getTime() + 60_000) });
});

test('sessions that are opened at once are no more than a subject may have', async () => {
  const { partner_id: partnerId } = await opened();
  const owner = { partnerId, subject: 'greedy', clientId: 'c' };
  const open = () => perform(service.deps, openSession, { owner, client: { name: 'c', version: '1' } });
  await service.deps.db.query(
    `INSERT INTO mcp_session (id, partner_id, subject, client_id, protocol_version, client_name, client_version, position, created_at, last_seen_at)
     SELECT 'filler-' || $1::bigint || '-' || n, $1, 'greedy', 'c', '2025-11-25', 'c', '1', 0, $3, $3 FROM generate_series(1, $2::int) n`,
    [partnerId, MAX_SESSIONS_PER_SUBJECT, NOON],
  );
  const other = service.dataSource.createQueryRunner();
  try {
    await other.startTransaction();
    await other.query('SELECT FROM mcp_feed WHERE partner_id = $1 FOR UPDATE', [partnerId]);
    const begun = Array.from({ length: 4 }, open);
    await waitUntil(
      'all to wait',
      () =>
        service.deps.db.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      (rows: unknown[]) => rows.length === begun.length,
    );
    await other.commitTransaction();
    expect(new Set(await Promise.all(begun)).size).toBe(4);
  } finally {
    await other.release();
  }
  const [{ count }] = await service.deps.db.query(
    `SELECT count(*)::int AS count FROM mcp_session WHERE partner_id = $1 AND subject = 'greedy' AND ended_at IS NULL`,
    [partnerId],
  );
  expect(count).toBe(MAX_SESSIONS_PER_SUBJECT);
});
