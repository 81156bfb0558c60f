import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a sandbox key imports is recognized apart from what production imports. */
export class ImportsOfTheSandbox1700000155000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(indexesOver('partner_id, sandbox, import_uid'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE gtm_event SET import_uid = NULL WHERE sandbox AND import_uid IS NOT NULL`);
    await runner.query(`UPDATE gtm_series SET import_uid = NULL WHERE sandbox AND import_uid IS NOT NULL`);
    await runner.query(indexesOver('partner_id, import_uid'));
  }
}

function indexesOver(columns: string): string {
  return `
    DROP INDEX gtm_event_by_uid, gtm_series_by_uid;
    CREATE UNIQUE INDEX gtm_event_by_uid ON gtm_event (${columns}) WHERE import_uid IS NOT NULL AND status = 'scheduled';
    CREATE UNIQUE INDEX gtm_series_by_uid ON gtm_series (${columns}) WHERE import_uid IS NOT NULL;`;
}
