import { z } from 'zod';
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

/** Completes an erasure unless rows came meanwhile; those are returned by table, and a repeat of the erasure takes them. */
export const finishErasure = step({
  name: 'data_protection.finish',
  input: subjectSchema.extend({ erasureId: z.int() }),
  output: z.object({ left: z.record(z.string(), z.int()), erased: z.record(z.string(), z.int()) }),
  async run({ db, clock, tables: declared }: Services, _call, { erasureId, ...subject }) {
    const tables = new Map(declared.map((table) => [table.name, table]));
    const left: Record<string, number> = {};
    for (const table of declared.filter((one) => fateOf(one, subject.kind) === 'deleted')) {
      const rows = await countRows(db, tables, table, subject);
      if (rows > 0) left[table.name] = rows;
    }
    if (Object.keys(left).length > 0) return { left, erased: {} };
    return { left, erased: (await completeErasure(db, clock.now(), erasureId)).rows };
  },
});
