import pg from 'pg';

/** Ids as numbers, for this pool alone: the parsers of `pg` are the whole process's. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format)),
};

/** Runs one statement and returns its rows. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** A view of the database that outlives restarts of it: a statement that found it away is repeated for a while. */
export function openDatabase(url: string): { query: Query; close(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max: 3, application_name: 'drill', types });
  pool.on('error', () => undefined);
  const query: Query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const limit = performance.now() + 30_000;
    for (;;) {
      try {
        return (await pool.query<Row>(text, values)).rows;
      } catch (error) {
        const broken = error instanceof pg.DatabaseError && !/^(57P|08)/.test(error.code ?? '');
        if (broken || performance.now() > limit) throw error;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  };
  return { query, close: () => pool.end() };
}
