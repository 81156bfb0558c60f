import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { readNumbers, selectNumberedColumns, selectProcesses, selectSummary, setNextNumber } from '../store.ts';

type Needs = Pick<Deps, 'db'>;

/** Which processes of the API and the worker are connected, and whether the server is still recovering. */
export const readProcesses = step({
  name: 'restores.read_processes',
  input: nothing,
  output: z.object({ names: z.array(z.string()), isInRecovery: z.boolean() }),
  run: ({ db }: Needs) => selectProcesses(db),
});

/**
 * Lets each table give numbers that are greater than its greatest by `gap` at least, so that no number is given a second
 * time which was given after the moment that the database was restored to. Returns the tables that were changed; with
 * `isDry`, those that would be. A repeat changes nothing.
 */
export const advanceNumbers = step({
  name: 'restores.advance_numbers',
  input: z.object({ gap: z.int().min(1), isDry: z.boolean() }),
  output: z.object({ tables: z.array(z.string()) }),
  async run({ db }: Needs, { signal }, { gap, isDry }) {
    const tables: string[] = [];
    for (const numbered of await selectNumberedColumns(db)) {
      signal.throwIfAborted();
      const { next, greatest } = await readNumbers(db, numbered);
      if (next > greatest + gap) continue;
      tables.push(numbered.table);
      if (!isDry) await setNextNumber(db, numbered.sequence, greatest + gap + 1);
    }
    return { tables };
  },
});

/** What staff should know of a restored database before it serves again. */
export const summarizeDatabase = step({
  name: 'restores.summarize',
  input: nothing,
  output: z.object({
    /** Of the last change that the audit log has, ISO 8601; null: it is empty. */
    lastEntryAt: z.iso.datetime().nullable(),
    openExecutions: z.int(),
    heldCredits: z.string(),
    /** Events of gateways that wait for something else. */
    waitingPaymentEvents: z.int(),
    pendingDeliveries: z.int(),
    /** The last numbers of documents, such as `INV-2026-000012`, without zeros. */
    lastDocuments: z.array(z.string()),
  }),
  async run({ db }: Needs) {
    const found = await selectSummary(db);
    return {
      lastEntryAt: found.last_entry_at?.toISOString() ?? null,
      openExecutions: found.open_executions,
      heldCredits: found.held_credits,
      waitingPaymentEvents: found.waiting_payment_events,
      pendingDeliveries: found.pending_deliveries,
      lastDocuments: found.series.map(({ series, year, last }) => `${series}-${year}-${last}`),
    };
  },
});
