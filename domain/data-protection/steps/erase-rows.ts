import { z } from 'zod';
import { settleHold } from '../../credits/ledger.ts';
import { selectOpenHolds } from '../../credits/store.ts';
import type { Call } from '../../kernel/call.ts';
import { step } from '../../kernel/step.ts';
import { deletionOrder, fateOf } from '../rules.ts';
import { type Services, subjectSchema } from '../schema.ts';
import { addErased, clearRows, completeErasure, countRows, deleteRows, selectReferences } from '../store.ts';

/**
 * Deletes and clears a subject's rows in slices, those that reference others first. Each slice is its own transaction, so a repeat goes on
 * where the last one stopped. Reports each slice.
 */
export const eraseRows = step({
  name: 'data_protection.erase',
  input: subjectSchema.extend({ erasureId: z.int() }),
  output: z.object({ erased: z.int() }),
  async run({ db, tables: declared }: Services, call, { erasureId, ...subject }) {
    const tables = new Map(declared.map((table) => [table.name, table]));
    const references = await selectReferences(db);
    const ofFate = (fate: string) => declared.filter((table) => fateOf(table, subject.kind) === fate);
    const selfReferencing = new Set(references.filter(({ from, to }) => from === to).map(({ from }) => from));
    const order = deletionOrder(ofFate('deleted'), references);
    let erased = 0;
    const count = (name: string) => async (rows: number) => {
      call.signal.throwIfAborted();
      await addErased(db, erasureId, name, rows);
      erased += rows;
      call.report?.({ table: name, rows });
    };
    // Triggers count what is deleted in other tables: the pass after takes that.
    for (let before = -1; before !== erased; ) {
      before = erased;
      for (const table of order) {
        const how = { subject, newestFirst: selfReferencing.has(table.name) };
        await deleteRows(db, tables, table, how, count(table.name));
      }
      for (const table of ofFate('cleared')) await clearRows(db, tables, table, subject, count(table.name));
    }
    return { erased };
  },
});

/**
 * Completes an erasure unless rows came meanwhile; those are returned by table, and a repeat of the erasure takes them. Credits
 * that are still held are released: the work that held them is gone.
 */
export const finishErasure = step({
  name: 'data_protection.finish',
  input: subjectSchema.extend({ erasureId: z.int() }),
  output: z.object({ left: z.record(z.string(), z.int()), erased: z.record(z.string(), z.int()) }),
  async run(services: Services, call, { erasureId, ...subject }) {
    const { db, clock, tables: declared } = services;
    const tables = new Map(declared.map((table) => [table.name, table]));
    const left: Record<string, number> = {};
    for (const table of declared.filter((one) => fateOf(one, subject.kind) === 'deleted')) {
      const rows = await countRows(db, tables, table, subject);
      if (rows > 0) left[table.name] = rows;
    }
    if (Object.keys(left).length > 0) return { left, erased: {} };
    if (subject.kind === 'partner') await releaseHolds(services, call, subject.id);
    return { left, erased: (await completeErasure(db, clock.now(), erasureId)).rows };
  },
});

/** Holds that are read at once. */
const HOLDS = 500;

async function releaseHolds({ db, transaction }: Services, call: Call, partnerId: number): Promise<void> {
  for (;;) {
    const references = await selectOpenHolds(db, partnerId, HOLDS);
    for (const reference of references) {
      await transaction(call, (tx) => settleHold(tx, { partnerId, reference, used: 0 }));
    }
    if (references.length < HOLDS) return;
  }
}
