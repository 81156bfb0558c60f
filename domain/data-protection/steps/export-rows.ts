import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { linksOf } from '../rules.ts';
import { partnerOfSubject, type Services, subjectSchema } from '../schema.ts';
import { readRows } from '../store.ts';

/** Where the lines of an export go; the next slice is read once they are taken. */
interface Sink {
  write(lines: string): Promise<void>;
}

/**
 * Writes all rows of a subject as lines of JSON, `{"table", "row"}`: bytes in base64, without hashes and sealed secrets.
 * `db` is an open transaction, so that all rows are of one moment. Returns the number of rows by table.
 */
export const exportRows = step({
  name: 'data_protection.export',
  input: subjectSchema,
  output: z.record(z.string(), z.int()),
  async run(services: Pick<Services, 'db' | 'tables'> & Sink, call, subject) {
    await partnerOfSubject(services, subject);
    const tables = new Map(services.tables.map((table) => [table.name, table]));
    const counts: Record<string, number> = {};
    for (const table of services.tables) {
      if (linksOf(table, subject.kind).length === 0) continue;
      for await (const rows of readRows(services.db, tables, table, subject)) {
        call.signal.throwIfAborted();
        await services.write(rows.map((row) => lineOf(table.name, row)).join(''));
        counts[table.name] = (counts[table.name] ?? 0) + rows.length;
      }
    }
    return counts;
  },
});

function lineOf(table: string, row: object): string {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    Buffer.isBuffer(value) ? value.toString('base64') : value,
  ]);
  return `${JSON.stringify({ table, row: Object.fromEntries(values) })}\n`;
}
