import { z } from 'zod';
import type { SealedColumn } from '../../../infra/database/table.ts';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { type Resealed, replaceSealed, selectSealed } from '../store.ts';

/** The columns that may be named. */
type Needs = Pick<Deps, 'db' | 'secrets'> & { sealedColumns: readonly SealedColumn[] };

/**
 * Encrypts the next values of a column under the current key, where they are under an earlier one. A repeat changes
 * nothing, and other processes go on writing meanwhile. With `isDry` it only counts.
 */
export const resealBatch = step({
  name: 'secret_rotation.reseal',
  input: z.object({ table: z.string(), column: z.string(), afterId: z.int(), isDry: z.boolean() }),
  output: z.object({
    /** Continue after this row; null: the batch was the last one. */
    lastId: z.int().nullable(),
    /** Values that have been encrypted again. */
    resealed: z.int(),
    /** Values that are still under an earlier key, because somebody has locked or changed their row, or nothing was to be changed. */
    left: z.int(),
    /** Rows whose value none of the keys decrypts. */
    unreadable: z.array(z.int()),
  }),
  async run({ db, secrets, sealedColumns }: Needs, _call, { table, column, afterId, isDry }) {
    const found = sealedColumns.find((one) => one.table === table && one.column === column);
    if (!found) throw new Error(`${table}.${column} is not encrypted.`);
    const values = await selectSealed(db, found, afterId);
    const unreadable: number[] = [];
    const due: Resealed[] = [];
    for (const { id, value } of values) {
      try {
        const resealed = secrets.reseal(value);
        if (resealed) due.push({ id, value, resealed });
      } catch {
        unreadable.push(id);
      }
    }
    const resealed = isDry || due.length === 0 ? 0 : await replaceSealed(db, found, due);
    return { lastId: values.at(-1)?.id ?? null, resealed, left: due.length - resealed, unreadable };
  },
});
