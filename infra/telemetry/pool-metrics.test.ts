import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { startDatabase } from '../../test/environment/start-database.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { poolOf } from '../database/pool-reader.ts';
import { observePool } from './pool-metrics.ts';

test('waits for a connection are measured, and those who wait are shown', async () => {
  const database = await startDatabase({ poolSize: 2 });
  try {
    const registry = new Registry();
    const pool = poolOf(database.dataSource);
    observePool(registry, pool);
    // A request that finds an idle connection does not wait, though it may be asked in the moment of a scrape.
    await pool.query('SELECT 1');
    const served = pool.query('SELECT 1');
    expect(await registry.metrics()).toContain('marketwright_database_connections{state="waiting"} 0');
    await served;
    const held = await Promise.all([pool.connect(), pool.connect()]);
    const waiting = pool.query('SELECT 1');
    await waitUntil('the statement to wait', () => pool.waitingCount === 1);
    expect(await registry.metrics()).toContain('marketwright_database_connections{state="waiting"} 1');
    const startedAt = performance.now();
    await waitUntil('some time to pass', () => performance.now() - startedAt > 30);
    for (const client of held) client.release();
    await waiting;
    const text = await registry.metrics();
    expect(text).toContain('marketwright_database_pool_wait_seconds_count 5');
    expect(Number(/pool_wait_seconds_sum ([\d.]+)/.exec(text)?.[1])).toBeGreaterThan(0.03);
  } finally {
    await database.stop();
  }
});
