import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { recordAiCall } from '../domain/ai-calls/steps/record-call.ts';
import { commitStatement } from '../domain/commit-statement.ts';
import type { Subject } from '../domain/data-protection/rules.ts';
import { beginErasure } from '../domain/data-protection/steps/begin-erasure.ts';
import { eraseRows, finishErasure } from '../domain/data-protection/steps/erase-rows.ts';
import { listHoldings } from '../domain/data-protection/steps/list-holdings.ts';
import { capabilities } from '../domain/features.ts';
import type { Command } from '../domain/kernel/command.ts';
import { limitsOf } from '../domain/kernel/limits.ts';
import { perform } from '../domain/kernel/step.ts';
import { fanOut } from '../domain/subscribers.ts';
import * as declared from '../domain/tables.ts';
import { settingsOrExit } from '../infra/config/environment.ts';
import { loadServiceConfig } from '../infra/config/service.ts';
import { tablesOf } from '../infra/database/table.ts';
import { createPlatform } from '../infra/platform.ts';
import { runCommand } from '../infra/processes/command.ts';
import { createLogger } from '../infra/telemetry/log.ts';
import { engineCommand } from '../workflows/contracts.ts';
import { billingOrExit } from './billing.ts';
import { deletePartnerRuns, deleteTriggerSchedules, stopPartnerWork } from './partner-work.ts';
import { subjectOf } from './subject.ts';

/** Longest wait for work to stop and for Temporal to delete its runs, milliseconds. */
const WAIT_MS = 600_000;
/**
 * Longest that a request whose credential was accepted before waits for a connection, a lock and its statement, milliseconds. What
 * lasts longer holds credits, and is waited for.
 */
const ADMITTED_MS = 10_000;
/**
 * Longest until whoever had to do with work that was ended has recorded it, milliseconds: activities learn by their heartbeat that the
 * run is gone and record what they asked of the AI, requests that waited for it are answered and counted.
 */
const RECORDED_MS = 10_000;
/** Each pass takes what came meanwhile. */
const MAX_PASSES = 5;

/**
 * `marketwright erase-partner|erase-user <id> [--yes] [--waive-unbilled]`: shows what would be erased, or erases it. A repeat goes on
 * where one was stopped. Prints the erasure as one line of JSON, for the operator's own records.
 */
async function main(): Promise<undefined> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { yes: { type: 'boolean' }, 'waive-unbilled': { type: 'boolean' } },
  });
  const subject = subjectOf(positionals);
  const config = settingsOrExit(loadServiceConfig);
  const log = createLogger({ name: 'erase', level: config.logLevel });
  const { billing, invoicing } = billingOrExit(config);
  const tables = tablesOf(declared);
  const platform = await createPlatform<Command>({
    config,
    tables,
    name: 'erase',
    log,
    toEngine: (command) => engineCommand(command, config.http.publicUrl),
    recordAi: (deps, observation) => perform(deps, recordAiCall, observation),
    fanOut,
    commitStatement,
    billing,
  });
  const deps = { ...platform.deps, capabilities, limits: limitsOf(config.limits), invoicing, tables };
  await platform.start();
  try {
    for (const { table, rows, fate, because } of await perform(deps, listHoldings, subject)) {
      say(`${String(rows).padStart(9)} ${fate.padEnd(7)} ${table}${because === null ? '' : `: ${because}`}`);
    }
    if (!values.yes) {
      say('Nothing was changed. Repeat with --yes to erase.');
      return;
    }
    const { erasureId } = await perform(deps, beginErasure, {
      ...subject,
      waivesUnbilled: values['waive-unbilled'] ?? false,
    });
    const work = { deps, temporal: platform.temporal, partnerId: subject.id, signal: AbortSignal.timeout(WAIT_MS) };
    if (subject.kind === 'partner') {
      await pause(ADMITTED_MS);
      await stopPartnerWork(work);
      await pause(RECORDED_MS);
      // An activity in flight may have created one again.
      await deleteTriggerSchedules(work);
    }
    const erased = await eraseAll(deps, { ...subject, erasureId });
    const runs = subject.kind === 'partner' ? await deletePartnerRuns(work) : 0;
    process.stdout.write(`${JSON.stringify({ erasure: erasureId, ...subject, rows: erased, runs })}\n`);
  } finally {
    await platform.stop();
  }
}

type Services = Parameters<(typeof eraseRows)['run']>[0];

async function eraseAll(services: Services, erasure: Subject & { erasureId: number }): Promise<Record<string, number>> {
  let left: Record<string, number> = {};
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    await perform(services, eraseRows, erasure);
    const outcome = await perform(services, finishErasure, erasure);
    if (Object.keys(outcome.left).length === 0) return outcome.erased;
    left = outcome.left;
  }
  throw new Error(`Rows still come: ${JSON.stringify(left)}. Run the command again.`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

await runCommand(main);
