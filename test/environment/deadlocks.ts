import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Stack } from '../../infra/local/stack.ts';

/**
 * Deadlocks of a database in the log of a stack's PostgreSQL, each with the statements that waited for each other. The
 * product repeats such a transaction, but others wait for it for a second and more: transactions lock in one order.
 */
export async function findDeadlocks(stack: Stack, database: string): Promise<string[]> {
  const log = await readFile(path.join(stack.dataDir, 'logs', 'postgres.log'));
  const found = `] ${database} ERROR:  deadlock detected`;
  // Of a whole run it has megabytes, and is read after each file.
  if (!log.includes(found)) return [];
  const entries = log.toString().split(/\n(?=\d{4}-)/);
  return entries.flatMap((entry, index) => (entry.includes(found) ? [`${entry}\n${entries[index + 1] ?? ''}`] : []));
}
