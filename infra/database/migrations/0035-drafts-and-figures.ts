import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is written of a reply, for those who read along; and indexes that have all that figures of the marketplace ask of events and deliveries.
 * Each index is made while others write, and the one that it replaces goes after it; a migration that was broken off begins anew.
 */
export class DraftsAndFigures1700000035000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE dry_run_entry
         ADD COLUMN IF NOT EXISTS is_followed boolean NOT NULL DEFAULT false,
         ADD COLUMN IF NOT EXISTS draft text`,
    );
    await replaceIndex(runner, 'webhook_delivery_by_moment', {
      by: 'webhook_delivery_figures',
      on: 'webhook_delivery (endpoint_id, created_at) INCLUDE (event_type, status)',
    });
    await replaceIndex(runner, 'platform_event_by_partner', {
      by: 'platform_event_figures',
      on: 'platform_event (partner_id, occurred_at DESC) INCLUDE (type)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, 'platform_event_figures', {
      by: 'platform_event_by_partner',
      on: 'platform_event (partner_id, occurred_at DESC)',
    });
    await replaceIndex(runner, 'webhook_delivery_figures', {
      by: 'webhook_delivery_by_moment',
      on: 'webhook_delivery (endpoint_id, created_at)',
    });
    await runner.query('ALTER TABLE dry_run_entry DROP COLUMN is_followed, DROP COLUMN draft');
  }
}

async function replaceIndex(runner: QueryRunner, name: string, { by, on }: { by: string; on: string }): Promise<void> {
  await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${by}`);
  await runner.query(`CREATE INDEX CONCURRENTLY ${by} ON ${on}`);
  await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}
