import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Says on the endpoint which drain sends for it, so that others see whether one is alive. */
export class WebhookDrains1700000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_endpoint ADD drain_token uuid, ADD drain_instance integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_endpoint DROP drain_token, DROP drain_instance');
  }
}
