import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MigrationInterface } from 'typeorm';

type Migration = new () => MigrationInterface;

/** `NNNN-name.ts` beside this file; the number is the order in which they run. */
const FILES = readdirSync(import.meta.dirname)
  .filter((file) => /^\d{4}-[a-z0-9-]+\.ts$/.test(file))
  .sort();

const require = createRequire(import.meta.url);

/** In the order in which they run; a migration that has been released is never changed. */
export const MIGRATIONS: Migration[] = FILES.map(migrationIn);

/** The class of a file; its name ends in the file's number, by which TypeORM sorts. Throws when there is none. */
function migrationIn(file: string): Migration {
  const timestamp = `170000${file.slice(0, 4)}000`;
  const exported: Record<string, { name?: string }> = require(`./${file}`);
  const found = Object.values(exported).find(({ name }) => name?.endsWith(timestamp));
  if (!found) throw new Error(`${file} has to export a class whose name ends in ${timestamp}.`);
  return found as Migration;
}
