import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events and series of imported files, recognized when a file is imported again. */
export class EventImports1700000145000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UIDS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX gtm_event_by_uid, gtm_series_by_uid');
    await runner.query('ALTER TABLE gtm_event DROP import_uid');
    await runner.query('ALTER TABLE gtm_series DROP import_uid');
  }
}

const UIDS = `
ALTER TABLE gtm_event ADD import_uid varchar(255);
ALTER TABLE gtm_series ADD import_uid varchar(255);
CREATE UNIQUE INDEX gtm_event_by_uid ON gtm_event (partner_id, import_uid) WHERE import_uid IS NOT NULL AND status = 'scheduled';
CREATE UNIQUE INDEX gtm_series_by_uid ON gtm_series (partner_id, import_uid) WHERE import_uid IS NOT NULL;
`;
