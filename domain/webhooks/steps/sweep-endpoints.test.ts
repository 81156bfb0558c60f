import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestService, type TestService } from '../../../test/environment/service.ts';
import { createSubscriber, publish, startInstance, wakesOf } from '../../../test/environment/webhook-operations.ts';
import { perform } from '../../kernel/step.ts';
import { beginDrain } from '../drain-store.ts';
import { pauseWebhook } from '../operations/pause-webhook.ts';
import { readFigures } from './read-figures.ts';
import { sweepEndpoints } from './sweep-endpoints.ts';

jest.setTimeout(60_000);

const PUBLISHED = new Date('2026-05-10T12:00:00Z');
const SECOND_MS = 1_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const sweep = () => perform(service.deps, sweepEndpoints, {});

/** An endpoint with a delivery, for which a drain was asked long ago. */
async function published(): Promise<{ id: number; drop(): Promise<void> }> {
  service.setClock(PUBLISHED);
  const { call, partner, id } = await createSubscriber(service);
  await publish(service, partner.id);
  await service.deps.db.query('UPDATE webhook_endpoint SET woken_at = NULL WHERE id = $1', [id]);
  return { id, drop: async () => void (await service.run(call, pauseWebhook, { params: { id } })) };
}

async function lastWake(id: number): Promise<unknown> {
  const rows: { command: unknown }[] = await service.deps.db.query(
    `SELECT command FROM outbox WHERE kind = 'webhook.wake' AND (command->>'endpointId')::bigint = $1 ORDER BY id DESC LIMIT 1`,
    [id],
  );
  return rows[0]?.command;
}

test('a delivery that nobody has taken for a second gets another drain, asked for once by sweeps at once', async () => {
  const { id, drop } = await published();
  service.setClock(new Date(PUBLISHED.getTime() + SECOND_MS));
  expect(await sweep()).toEqual({ woken: 0 });
  expect(await wakesOf(service, id)).toBe(1);
  service.setClock(new Date(PUBLISHED.getTime() + SECOND_MS + 1));
  const woken = await Promise.all([sweep(), sweep(), sweep()]);
  expect(woken.reduce((sum, each) => sum + each.woken, 0)).toBe(1);
  expect(await wakesOf(service, id)).toBe(2);
  expect(await lastWake(id)).toMatchObject({ endpointId: id, orphaned: true });
  expect(await sweep()).toEqual({ woken: 0 });
  await drop();
});

test('an endpoint with a live drain is left to it, whatever waits', async () => {
  const { id, drop } = await published();
  const draining = await startInstance(service);
  await beginDrain(service.deps.db, { endpointId: id, token: service.deps.ids.uuid(), instance: draining.number });
  service.setClock(new Date(PUBLISHED.getTime() + 60 * SECOND_MS));
  expect(await sweep()).toEqual({ woken: 0 });
  await draining.die();
  expect(await sweep()).toEqual({ woken: 1 });
  await drop();
});

test('the figures tell how late the latest is, and how many endpoints were switched off for failing', async () => {
  const { id, drop } = await published();
  service.setClock(new Date(PUBLISHED.getTime() + 2_500));
  expect(await perform(service.deps, readFigures, {})).toEqual({ oldestDueSeconds: 2.5, disabled: 0 });
  await drop();
  await service.deps.db.query(`UPDATE webhook_endpoint SET disabled_reason = 'gone' WHERE id = $1`, [id]);
  expect(await perform(service.deps, readFigures, {})).toEqual({ oldestDueSeconds: 0, disabled: 1 });
});
