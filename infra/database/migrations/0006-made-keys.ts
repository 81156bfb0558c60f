import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a repeat find again what has no number, such as an event. */
export class MadeKeys1700000006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_key ALTER made_id TYPE varchar(64) USING made_id::text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE idempotency_key ALTER made_id TYPE bigint USING substring(made_id from '^[0-9]+$')::bigint`,
    );
  }
}
