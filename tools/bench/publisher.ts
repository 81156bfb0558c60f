/** Publishes events as the product does, each in its own transaction; writes when the publishing began, and how long it took. */

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

interface Settings {
  environment: Record<string, string>;
  partnerIds: number[];
  amount: number;
  concurrency: number;
  /** Events in one transaction. */
  together: number;
  /** Pause of each loop between two transactions, milliseconds. */
  pauseMs: number;
}
const settings: Settings = JSON.parse(process.argv[2] ?? '{}');
const config = loadServiceConfig(settings.environment);
const platform = await createPlatform<Command>({
  config,
  tables: tablesOf(tables),
  name: 'bench',
  log: pino({ level: 'silent' }),
  toEngine: (command) => engineCommand(command, config.http.publicUrl),
  fanOut,
  commitStatement,
});
await platform.start();

let left = settings.amount;
let turn = 0;
const startedAtMs = Date.now();
await Promise.all(Array.from({ length: settings.concurrency }, publish));
process.stdout.write(`${JSON.stringify({ startedAtMs, durationMs: Date.now() - startedAtMs })}\n`);
await platform.stop();

async function publish(): Promise<void> {
  while (left > 0) {
    const count = Math.min(settings.together, left);
    left -= count;
    await platform.deps.transaction(systemCall('bench'), async (tx) => {
      for (let event = 0; event < count; event += 1) {
        const partnerId = settings.partnerIds[turn++ % settings.partnerIds.length] ?? 0;
        tx.publish({ partnerId, type: 'listing.updated', data: { listing_id: 'prod-bench', changes: ['title'] } });
      }
    });
    if (settings.pauseMs > 0) await pause(settings.pauseMs);
  }
}
