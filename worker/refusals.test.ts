import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { Counter } from 'prom-client';
import type { Command } from '../domain/kernel/command.ts';
import { createOutbox } from '../infra/database/outbox.ts';
import { startTestService, type TestService } from '../test/environment/service.ts';
import { engineCommand } from '../workflows/contracts.ts';
import { createRefusals } from './refusals.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('a command of a kind that nobody knows is parked, counted and logged', async () => {
  const { deps, dataSource } = service;
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) });
  const total = new Counter({ name: 'refused', help: 'x', labelNames: ['kind'], registers: [] });
  const command = { kind: 'orders.start' } as unknown as Command;
  const [{ id }] = await dataSource.query(
    `INSERT INTO outbox (kind, command, created_at) VALUES ($1, $2, now()) RETURNING id`,
    [command.kind, command],
  );

  expect(engineCommand(command, 'https://example.com')).toBeNull();
  await createRefusals({ deps, log }, createOutbox<Command>(dataSource), total)({ id, command }, 'nobody knows it');

  const [row] = await dataSource.query('SELECT parked_at, last_error FROM outbox WHERE id = $1', [id]);
  expect(row).toEqual({ parked_at: expect.any(Date), last_error: 'nobody knows it' });
  expect((await total.get()).values).toEqual([{ labels: { kind: 'unknown' }, value: 1 }]);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 50, command: 'orders.start' }),
  ]);
});

test('a command that the engine will never take ends its row, and one that cancels a run has none to end', async () => {
  const { deps, dataSource } = service;
  const partner = await service.createPartner();
  const [{ id: executionId, row_key: rowKey }] = await dataSource.query(
    `INSERT INTO execution (row_key, partner_id, agent_id, capability, status, priority, settings, context, notify_on_complete,
                            sandbox, created_at, updated_at)
     SELECT gen_random_uuid(), $1, (SELECT id FROM agent WHERE partner_id IS NULL), 'blog_post', 'pending', 'normal', '{}', '{}',
            false, false, now(), now() RETURNING id, row_key`,
    [partner.id],
  );
  const total = new Counter({ name: 'refused', help: 'x', labelNames: ['kind'], registers: [] });
  const refuse = createRefusals({ deps, log: pino({ level: 'silent' }) }, createOutbox<Command>(dataSource), total);
  const statusAfter = async (command: Command) => {
    const [{ id }] = await dataSource.query(
      `INSERT INTO outbox (kind, command, created_at) VALUES ($1, $2, now()) RETURNING id`,
      [command.kind, command],
    );
    await refuse({ id, command }, 'never');
    const [row] = await dataSource.query(
      'SELECT parked_at, (SELECT status FROM execution WHERE id = $2) AS status FROM outbox WHERE id = $1',
      [id, executionId],
    );
    expect(row.parked_at).toEqual(expect.any(Date));
    return row.status;
  };
  expect(await statusAfter({ kind: 'execution.cancel', executionId, rowKey })).toBe('pending');
  const start: Command = {
    kind: 'execution.start',
    executionId,
    rowKey,
    partnerId: partner.id,
    capability: 'blog_post',
    priority: 'normal',
    requestId: 'r',
  };
  expect(await statusAfter(start)).toBe('failed');
  expect(await statusAfter(start)).toBe('failed');
  expect((await total.get()).values).toEqual([
    { labels: { kind: 'execution.cancel' }, value: 1 },
    { labels: { kind: 'execution.start' }, value: 2 },
  ]);
});
