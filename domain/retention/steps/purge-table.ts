import { z } from 'zod';
import { DAY_MS } from '../../kernel/durations.ts';
import { step } from '../../kernel/step.ts';
import { BATCH_SIZE, deleteBatch, runBeforeDelete } from '../store.ts';

/** Names of the tables whose rows expire. */
export const listRetained = step({
  name: 'retention.list',
  // The workflow calls it without an argument.
  input: z.object({}).prefault({}),
  output: z.object({ tables: z.array(z.string()) }),
  run: async ({ retained }) => ({ tables: retained.map(({ name }) => name) }),
});

/** Deletes expired rows in batches until none is left or the signal fires. Returns how many were deleted. */
export const purgeTable = step({
  name: 'retention.purge',
  input: z.object({ table: z.string() }),
  output: z.object({ deleted: z.int() }),
  async run({ db, clock, retained }, { signal, report }, { table }) {
    const found = retained.find(({ name }) => name === table);
    // A run that began under an older release may name a table that no longer expires.
    if (!found) return { deleted: 0 };
    const now = clock.now();
    const before = new Date(now.getTime() - found.days * DAY_MS);
    await runBeforeDelete(db, found, now, before);
    let deleted = 0;
    for (;;) {
      signal.throwIfAborted();
      const gone = await deleteBatch(db, found, before);
      deleted += gone;
      report?.(deleted);
      if (gone < BATCH_SIZE) return { deleted };
    }
  },
});
