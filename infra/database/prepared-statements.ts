import pg from 'pg';
import { WatchfulClient } from './silence.ts';

/** Statements that are prepared at most; the service has fewer, and text beyond that is parsed each time. */
const MAX_STATEMENTS = 500;
/**
 * PostgreSQL's codes for a prepared statement that no longer fits: its table has changed (a migration while the process runs), or
 * the session does not know it (a pooler that gave the transaction another one).
 */
const OUTDATED = new Set(['0A000', '26000']);

const names = new Map<string, string>();
let generation = 0;

/** Whether the statement failed only because it had been prepared earlier; the next use prepares it anew. */
export function isOutdatedStatement(error: unknown): boolean {
  return error instanceof Error && 'code' in error && OUTDATED.has(String(error.code));
}

type Callback = (error: unknown, result: unknown) => void;
type Query = (this: pg.Client, config: unknown, values?: unknown, callback?: Callback) => unknown;

const queryAsGiven = pg.Client.prototype.query as Query;

const queryPrepared: Query = function (config, values, callback) {
  const name = typeof config === 'string' && Array.isArray(values) ? nameOf(config) : undefined;
  if (name === undefined) return queryAsGiven.call(this, config, values, callback);
  const named = { name, text: config, values };
  if (callback) {
    return queryAsGiven.call(this, named, (error: unknown, result: unknown) => {
      renameAfter(error);
      callback(error, result);
    });
  }
  const answer = queryAsGiven.call(this, named) as Promise<unknown>;
  answer.catch(renameAfter);
  return answer;
};

/**
 * A connection that prepares every statement with parameters once and then only runs it: parsing and planning cost the database
 * more than running what the service asks for.
 */
export class PreparingClient extends WatchfulClient {}
PreparingClient.prototype.query = queryPrepared as typeof pg.Client.prototype.query;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_STATEMENTS) return known;
  const name = `mw_${generation}_${names.size}`;
  names.set(text, name);
  return name;
}

function renameAfter(error: unknown): void {
  if (!isOutdatedStatement(error)) return;
  generation += 1;
  names.clear();
}
