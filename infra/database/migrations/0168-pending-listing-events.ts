import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the watchers of a listing are still to receive. */
export class PendingListingEvents1700000168000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE listing_snapshot ADD pending_fan_outs jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE listing_snapshot DROP pending_fan_outs');
  }
}
