import pg from 'pg';
import { WatchfulClient } from './silence.ts';

declare module 'pg' {
  interface Connection {
    /** Texts of the statements that the session knows, by name; the driver's types leave it out. */
    parsedStatements: Record<string, string>;
    /** Statements that were sent but not confirmed. */
    submittedNamedStatements: Record<string, string>;
  }
}

/** Statements that a connection keeps prepared; the least recently used one is evicted. */
export const MAX_STATEMENTS = 500;
/**
 * PostgreSQL's codes for a prepared statement that no longer fits: its table has changed (a migration while the process runs), or
 * the session does not know it (a pooler that gave the transaction another one).
 */
const OUTDATED = new Set(['0A000', '26000']);

/** Raised when a statement turned out to be outdated: others may be, on every connection. */
let generation = 0;

/** Whether the statement failed only because it had been prepared earlier; the next use prepares it again. */
export function isOutdatedStatement(error: unknown): boolean {
  return error instanceof Error && 'code' in error && OUTDATED.has(String(error.code));
}

/** Runs a statement outside a transaction, and once more when it turned out to be outdated. */
export async function repeatedIfOutdated<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isOutdatedStatement(error)) throw error;
    return run();
  }
}

type Callback = (error: unknown, result: unknown) => void;
type Query = (this: PreparingClient, config: unknown, values?: unknown, callback?: Callback) => unknown;

const queryAsGiven = pg.Client.prototype.query as Query;

const queryPrepared: Query = function (config, values, callback) {
  if (typeof config !== 'string' || !Array.isArray(values)) return queryAsGiven.call(this, config, values, callback);
  const named = { name: this.statements.nameOf(config), text: config, values };
  if (callback) {
    return queryAsGiven.call(this, named, (error: unknown, result: unknown) => {
      renewAfter(error);
      callback(error, result);
    });
  }
  const answer = queryAsGiven.call(this, named) as Promise<unknown>;
  answer.catch(renewAfter);
  return answer;
};

/**
 * A connection that prepares every statement with parameters once and then only runs it: parsing and planning cost the database
 * more than running what the service asks for. PostgreSQL keeps one plan for any values where it expects no better one for some
 * (docs/decisions/0154).
 */
export class PreparingClient extends WatchfulClient {
  readonly statements = new Statements(this.connection);
}
PreparingClient.prototype.query = queryPrepared as typeof pg.Client.prototype.query;

/** The prepared statements of a session, least recently used first. */
class Statements {
  readonly #connection: pg.Connection;
  readonly #names = new Map<string, string>();
  #generation = generation;
  #made = 0;

  constructor(connection: pg.Connection) {
    this.#connection = connection;
  }

  /** The name of a prepared statement. Names are never reused, so that none can refer to another text. */
  nameOf(text: string): string {
    if (this.#generation !== generation) this.#closeAll();
    const known = this.#names.get(text);
    if (known !== undefined) {
      this.#names.delete(text);
      this.#names.set(text, known);
      return known;
    }
    if (this.#names.size === MAX_STATEMENTS) {
      const [oldest] = this.#names;
      if (oldest) this.#close(...oldest);
    }
    this.#made += 1;
    const name = `mw_${this.#made}`;
    this.#names.set(text, name);
    return name;
  }

  #closeAll(): void {
    this.#generation = generation;
    for (const [text, name] of this.#names) this.#close(text, name);
  }

  /**
   * Closes a statement in the session. The message is queued behind earlier ones, so pending uses of the statement still succeed;
   * unlike DEALLOCATE it succeeds in a failed transaction and for an unknown name.
   */
  #close(text: string, name: string): void {
    this.#names.delete(text);
    delete this.#connection.parsedStatements[name];
    delete this.#connection.submittedNamedStatements[name];
    this.#connection.close({ type: 'S', name }, false);
  }
}

function renewAfter(error: unknown): void {
  if (isOutdatedStatement(error)) generation += 1;
}
