import { appendFileSync } from 'node:fs';
import pg from 'pg';

/** What processes inherit: a file that gets each statement once from each process, as a line of JSON. */
const file = process.env['STATEMENTS_FILE'];
/** Migrations run once, and read what they like. */
const isSetup = process.argv.some((word) => word.endsWith('setup.ts'));

const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
const recorded = new Set<string>();

// Loaded before a program (`--import`), it sees what every connection is asked.
if (file && !isSetup) {
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
