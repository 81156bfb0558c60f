import type { Client } from '@temporalio/client';
import type { Deps } from '../../domain/kernel/deps.ts';
import { perform } from '../../domain/kernel/step.ts';
import { listOpenEvents, restartEvent } from '../../domain/payments/steps/housekeeping.ts';
import { advanceNumbers, readProcesses, summarizeDatabase } from '../../domain/restores/steps/restored-database.ts';
import { runState } from '../../infra/temporal/engine.ts';
import { countOpenRuns, terminateOpenRuns } from '../../infra/temporal/runs.ts';
import { workflowIdOf } from '../../workflows/commands.ts';
import { PAYMENT_EVENT } from '../../workflows/payment-event/contract.ts';
import { MAIN_QUEUE } from '../../workflows/queues.ts';
import type { SetUpChanges } from '../setup/set-up.ts';

/** Numbers beyond the greatest ones of the restored database, far more than are given between a backup and its restore. */
const NUMBER_GAP = 100_000;
/** Events of gateways that are read at once. */
const EVENTS = 100;

/** What the steps work with. */
export interface RestoreContext {
  deps: Pick<Deps, 'db' | 'transaction'>;
  temporal: Client;
  /** Brings schema, search attributes and Schedules up to date. */
  setUp(): Promise<SetUpChanges>;
  /** Whether the steps change something, or say what they would change. */
  isDry: boolean;
}

/** A step: finds out by itself what is left to do, so it can be repeated. */
interface RestoreStep {
  title: string;
  /** Returns what was done, or would be, as sentences for staff. Throws RestoreRefused when the next step must not begin. */
  run(context: RestoreContext): Promise<string[]>;
}

/** Something must be done by hand first. The message says what. */
export class RestoreRefused extends Error {}

/** In their order. */
export const RESTORE_STEPS: readonly RestoreStep[] = [
  {
    title: 'Processes are stopped',
    async run({ deps }) {
      const { names, isInRecovery } = await perform(deps, readProcesses, {});
      if (isInRecovery) throw new RestoreRefused('PostgreSQL is still recovering; wait until it has been promoted.');
      if (names.length > 0) throw new RestoreRefused(`Stop all processes first; connected: ${names.join(', ')}.`);
      return ['No process of the API or the worker is connected.'];
    },
  },
  {
    title: 'Open runs are ended',
    async run({ temporal, isDry }) {
      if (isDry) return [`${await countOpenRuns(temporal, MAIN_QUEUE)} runs are open and would be terminated.`];
      const ended = await terminateOpenRuns(temporal, MAIN_QUEUE, 'The database was restored to an earlier moment');
      return [`${ended} open runs were terminated.`];
    },
  },
  {
    title: 'Numbers are not given twice',
    async run({ deps, isDry }) {
      const { tables } = await perform(deps, advanceNumbers, { gap: NUMBER_GAP, isDry });
      const gap = `${NUMBER_GAP} numbers beyond the last one`;
      return [`${tables.length} tables ${isDry ? 'would go' : 'go'} on ${gap}${tables.length > 0 ? '' : ' already'}.`];
    },
  },
  {
    title: 'Schema, search attributes and Schedules are current',
    async run({ setUp, isDry }) {
      if (isDry) return ['Setup would run, which changes only what is not current.'];
      const { migrations, searchAttributes, schedules } = await setUp();
      return [
        `Migrations: ${listed(migrations)}. Search attributes: ${listed(searchAttributes)}. Schedules: ${listed(schedules)}.`,
      ];
    },
  },
  {
    title: 'Events of payment gateways are applied',
    async run({ deps, temporal, isDry }) {
      let restarted = 0;
      for (let afterId: number | undefined = 0; afterId !== undefined; ) {
        const events: { id: number; rowKey: string; isQueued: boolean }[] = await perform(deps, listOpenEvents, {
          afterId,
          limit: EVENTS,
        });
        for (const { id, rowKey, isQueued } of events) {
          // The run of a later time has closed; its effects are gone, so another run applies the event.
          const state = await runState(temporal, workflowIdOf(PAYMENT_EVENT, id), rowKey);
          if (state === 'open' || (state === 'unknown' && isQueued)) continue;
          if (isDry || (await perform(deps, restartEvent, { eventId: id, rowKey }))) restarted += 1;
        }
        afterId = events.length < EVENTS ? undefined : events.at(-1)?.id;
      }
      return [`${restarted} stored events ${isDry ? 'would be' : 'will be'} applied by new runs.`];
    },
  },
  {
    title: 'By hand',
    async run({ deps }) {
      const found = await perform(deps, summarizeDatabase, {});
      const from = found.lastEntryAt ?? 'the beginning';
      return [
        `The last change in the database is of ${from}. What came later is lost: repeat it.`,
        'Keys and users that were revoked since are valid again: revoke them.',
        `Let the gateways send the events again that they have sent since ${from}; known ones change nothing.`,
        `${found.waitingPaymentEvents} stored events of gateways wait for others.`,
        `The last documents are ${listed(found.lastDocuments)}. Numbers that were given since will be given again: withdraw those documents.`,
        'If the run of mw-monthly-invoices was later than that, trigger it: it bills only what is unbilled.',
        `${found.openExecutions} open executions fail some minutes after the start, and ${found.heldCredits} held credits are released or charged as their work ends.`,
        `${found.pendingDeliveries} deliveries are sent; those that were sent since are sent a second time, under the same ids.`,
      ];
    },
  },
];

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

/**
 * Puts a restored database and Temporal in line: takes the steps in their order and reports each. Throws what a step
 * throws; repeated, the steps that are done find nothing left to do.
 */
export async function afterRestore(context: RestoreContext, report: (line: string) => void): Promise<void> {
  for (const [index, { title, run }] of RESTORE_STEPS.entries()) {
    report(`${index + 1}/${RESTORE_STEPS.length} ${title}`);
    for (const sentence of await run(context)) report(`    ${sentence}`);
  }
}
