import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { fateOf } from '../rules.ts';
import { partnerOfSubject, type Services, subjectSchema } from '../schema.ts';
import { countRows } from '../store.ts';

const holding = z.object({
  table: z.string(),
  rows: z.int(),
  fate: z.enum(['deleted', 'cleared', 'kept', 'none']),
  /** Why they are kept. */
  because: z.string().nullable(),
});

/** The tables with rows of a subject, their number, and what an erasure does with them. */
export const listHoldings = step({
  name: 'data_protection.list',
  input: subjectSchema,
  output: z.array(holding),
  async run(services: Services, call, subject) {
    await partnerOfSubject(services, subject);
    const tables = new Map(services.tables.map((table) => [table.name, table]));
    const found: z.infer<typeof holding>[] = [];
    for (const table of services.tables) {
      call.signal.throwIfAborted();
      const rows = await countRows(services.db, tables, table, subject);
      const because = subject.kind === 'partner' ? (table.data.kept?.because ?? null) : null;
      if (rows > 0) found.push({ table: table.name, rows, fate: fateOf(table, subject.kind), because });
    }
    return found;
  },
});
