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
