import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { TriggerSchedules1700000041000 } from '../../infra/database/migrations/0041-trigger-schedules.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { createTrigger } from './operations/create-trigger.ts';
import { selectUnchecked } from './store.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('schedules of an earlier release get the spelling of their zone, and are compared with the engine soon', async () => {
  const { call } = await service.createCaller();
  const target = { target: { capability_slug: 'blog_post' }, input: { topic: 'Stock' } };
  const schedule = { cron: '0 9 * * *', timezone: 'Europe/Berlin' };
  const { id } = await service.run(call, createTrigger, {
    input: { ...target, name: 'x', type: 'schedule', schedule },
  });
  const runner = service.dataSource.createQueryRunner();
  const migration = new TriggerSchedules1700000041000();
  await migration.down(runner);
  const zoneAfter = async (timezone: string) => {
    await runner.query('UPDATE workflow_trigger SET timezone = $2, checked_at = now() WHERE id = $1', [id, timezone]);
    await migration.up(runner);
    const [row] = await runner.query('SELECT timezone FROM workflow_trigger WHERE id = $1', [id]);
    expect((await selectUnchecked(service.deps.db, new Date('2020-01-01'), 10)).map((trigger) => trigger.id)).toEqual([
      id,
    ]);
    await migration.down(runner);
    return row.timezone;
  };
  expect(await zoneAfter('europe/BERLIN')).toBe('Europe/Berlin');
  expect(await zoneAfter('utc')).toBe('UTC');
  expect(await zoneAfter('Europe/Berlin')).toBe('Europe/Berlin');
  expect(await zoneAfter('SystemV/EST5')).toBe('SystemV/EST5');
  await migration.up(runner);
  await runner.release();
});
