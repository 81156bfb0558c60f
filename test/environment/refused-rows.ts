import type { DataSource } from 'typeorm';

/** Rows that the database refuses: those of a table for which the SQL condition on `NEW` holds. */
export interface RefusedRows {
  table: string;
  when: string;
}

/** Does some work while the database refuses to insert or change these rows. */
export async function refusingRows<Result>(
  db: Pick<DataSource, 'query'>,
  { table, when }: RefusedRows,
  work: () => Promise<Result>,
): Promise<Result> {
  await db.query(
    `CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN IF ${when} THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$;
     CREATE TRIGGER refuse_row BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_row()`,
  );
  try {
    return await work();
  } finally {
    await db.query(`DROP TRIGGER refuse_row ON ${table}; DROP FUNCTION refuse_row()`);
  }
}
