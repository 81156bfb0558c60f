import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Listings that are scored again by a schedule, and which analyses it has requested. */
export class ListingRescoring1700000146000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(BACK);
  }
}

const COLUMNS = `
ALTER TABLE listing_watch
  ADD rescore_every varchar(8) NOT NULL DEFAULT 'off' CHECK (rescore_every IN ('off', 'daily', 'weekly')),
  ADD rescore_category varchar(64) NOT NULL DEFAULT 'default',
  ADD rescore_brand_keyword varchar(100) NOT NULL DEFAULT '',
  ADD rescore_partner_domain varchar(253) NOT NULL DEFAULT '',
  ADD next_rescore_at timestamptz,
  ADD rescore_failures smallint NOT NULL DEFAULT 0,
  ADD rescore_paused_at timestamptz;
ALTER TABLE seo_job ADD scheduled boolean NOT NULL DEFAULT false;
`;

const BACK = `
ALTER TABLE listing_watch
  DROP rescore_every, DROP rescore_category, DROP rescore_brand_keyword, DROP rescore_partner_domain, DROP next_rescore_at,
  DROP rescore_failures, DROP rescore_paused_at;
ALTER TABLE seo_job DROP scheduled;
`;
