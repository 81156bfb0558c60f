/** Publishes events as the product does, at a steady rate and whatever fails, until it is stopped; then reports the outcome of each. */

import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { commitStatement } from '../../domain/commit-statement.ts';
import { systemCall } from '../../domain/kernel/call.ts';
import type { Command } from '../../domain/kernel/command.ts';
import { fanOut } from '../../domain/subscribers.ts';
import * as tables from '../../domain/tables.ts';
import { loadServiceConfig } from '../../infra/config/service.ts';
import { tablesOf } from '../../infra/database/table.ts';
import { createPlatform } from '../../infra/platform.ts';
import { engineCommand } from '../../workflows/contracts.ts';
import type { Published, PublisherSettings } from './publishing.ts';

/** Transactions under way at once. */
const LANES = 10;
/** Pause of a lane whose transaction failed, milliseconds. */
const FAILED_PAUSE_MS = 100;

const settings: PublisherSettings = JSON.parse(process.argv[2] ?? '{}');
const config = loadServiceConfig(settings.environment);
const platform = await createPlatform<Command>({
  config,
  tables: tablesOf(tables),
  name: 'publisher',
  log: pino({ level: 'silent' }),
  toEngine: (command) => engineCommand(command, config.http.publicUrl),
  fanOut,
  commitStatement,
});
await platform.start();

const published: Published = { committed: [], unknown: [], failed: 0 };
let stopped = false;
let next = 0;
process.once('message', () => {
  stopped = true;
});
await Promise.all(Array.from({ length: LANES }, publishSteadily));
await platform.stop();
process.send?.(published, () => process.disconnect());

async function publishSteadily(): Promise<void> {
  const { together, perSecond } = settings;
  const intervalMs = (LANES * together * 1000) / perSecond;
  let dueMs = performance.now() + Math.random() * intervalMs;
  while (!stopped) {
    await pause(Math.max(0, dueMs - performance.now()));
    // What could not be published in time is not made up for: the rate stays what it is.
    dueMs = Math.max(dueMs + intervalMs, performance.now());
    if (!(await publishTogether())) await pause(FAILED_PAUSE_MS);
  }
}

/** One transaction; false when it failed. The ids of one whose commit was not answered are reported as unknown. */
async function publishTogether(): Promise<boolean> {
  const { together, partnerId, types } = settings;
  const numbers = Array.from({ length: together }, () => next++);
  let ids: string[] = [];
  try {
    await platform.deps.transaction(systemCall('drill'), async (tx) => {
      ids = numbers.map((n) => tx.publish({ partnerId, type: types[n % types.length] ?? '', data: { n } }));
    });
    published.committed.push(...ids);
    return true;
  } catch {
    published.unknown.push(...ids);
    published.failed += 1;
    return false;
  }
}
