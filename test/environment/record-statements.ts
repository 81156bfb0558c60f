import { appendFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

/** What processes inherit: a folder with a file for `api` and one for `worker`, which gets each statement once from each process, as a line of JSON. */
const folder = process.env['STATEMENTS_FOLDER'];
const program = process.argv[1] ?? '';
/** Others, such as migrations, run once and read what they like. */
const isService = program.endsWith('/main.ts');

const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
const recorded = new Set<string>();

// Loaded before a program (`--import`), it sees what every connection is asked.
if (folder && isService) {
  const file = path.join(folder, path.basename(path.dirname(program)));
  const recording: typeof query = function (config, ...rest) {
    const text = typeof config === 'object' && config !== null && 'text' in config ? config.text : config;
    if (typeof text === 'string' && !recorded.has(text)) {
      recorded.add(text);
      appendFileSync(file, `${JSON.stringify(text)}\n`);
    }
    return query.call(this, config, ...rest);
  };
  pg.Client.prototype.query = recording as typeof pg.Client.prototype.query;
}
