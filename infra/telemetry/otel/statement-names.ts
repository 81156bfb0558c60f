/** Names that are kept; statements are constants, apart from a few that are put together. */
const MAX_NAMES = 2_000;
/** Changes that a name lists. */
const MAX_PARTS = 4;

const CALL = /\bFROM\s+([a-z_][a-z0-9_]*)\(/i;
const PART = /\b(INSERT\s+INTO|UPDATE|DELETE\s+FROM|FROM|JOIN)\s+([a-z_][a-z0-9_]*)/gi;

/**
 * Names statements by verb and table, such as `UPDATE execution`: what they change, else what they read first. Names of
 * tables and functions come in, never values.
 */
export function createStatementNames(tables: readonly string[]): (text: string) => string {
  const known = new Set(tables);
  const names = new Map<string, string>();
  return (text) => {
    const found = names.get(text);
    if (found !== undefined) return found;
    if (names.size >= MAX_NAMES) names.clear();
    const name = nameOf(text, known);
    names.set(text, name);
    return name;
  };
}

function nameOf(text: string, known: ReadonlySet<string>): string {
  const changes = new Set<string>();
  let read: string | undefined;
  for (const [, verb = '', table = ''] of text.matchAll(PART)) {
    if (!known.has(table)) continue;
    const [word = ''] = verb.toUpperCase().split(/\s/, 1);
    if (word === 'FROM' || word === 'JOIN') read ??= table;
    else changes.add(`${word} ${table}`);
  }
  if (changes.size > 0) return [...changes].slice(0, MAX_PARTS).join(', ');
  if (read !== undefined) return `SELECT ${read}`;
  const [, called] = CALL.exec(text) ?? [];
  if (called !== undefined) return `SELECT ${called}`;
  const [first = ''] = /[a-z]+/i.exec(text.slice(0, 40)) ?? [];
  return VERBS.has(first.toUpperCase()) ? first.toUpperCase() : 'statement';
}

const VERBS = new Set(['SELECT', 'COMMIT', 'ROLLBACK', 'SET', 'LOCK', 'NOTIFY', 'SAVEPOINT', 'RELEASE', 'EXPLAIN']);
