import { open, rename, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { exportRows } from '../domain/data-protection/steps/export-rows.ts';
import { perform } from '../domain/kernel/step.ts';
import * as declared from '../domain/tables.ts';
import { environment } from '../infra/config/environment.ts';
import { createDataSource } from '../infra/database/data-source.ts';
import { tablesOf } from '../infra/database/table.ts';
import { runCommand } from '../infra/processes/command.ts';
import { subjectOf } from './subject.ts';

const schema = z.object({ DATABASE_URL: z.string('names the PostgreSQL database') });

/**
 * `marketwright export-partner|export-user <id> --to FILE`: writes all rows of a partner or a user as lines of JSON. The file
 * is there only once it is whole, and readable by its owner only.
 */
async function main(): Promise<undefined> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });
  const subject = subjectOf(positionals);
  if (!values.to) throw new Error('Name the file: --to FILE');
  const { DATABASE_URL: url } = environment(schema, process.env);
  const dataSource = createDataSource({
    url,
    poolSize: 1,
    applicationName: 'marketwright-export',
    // A pooler keeps what is prepared in the server's session, where the next export could not prepare under the same name.
    prepareStatements: false,
  });
  await dataSource.initialize();
  const partial = `${values.to}.partial`;
  try {
    // One that a killed export left might be readable by others.
    await rm(partial, { force: true });
    const file = await open(partial, 'wx', 0o600);
    const write = (lines: string) => file.appendFile(lines);
    const counts = await dataSource
      .transaction('REPEATABLE READ', async (db) => {
        // The first row of a cursor may take long.
        await db.query('SET LOCAL statement_timeout = 0');
        return perform({ db, tables: tablesOf(declared), write }, exportRows, subject);
      })
      .finally(() => file.close());
    await rename(partial, values.to);
    process.stdout.write(`${JSON.stringify({ file: values.to, ...subject, rows: counts })}\n`);
  } finally {
    await rm(partial, { force: true });
    await dataSource.destroy();
  }
}

await runCommand(main);
