import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Says on the endpoint when somebody should next look at it, so that the sweep reads one small index rather than all that waits; when its
 * drain was last seen; and since when its secret cannot be read.
 */
export class WebhookDue1700000011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook_endpoint ADD next_due_at timestamptz, ADD drain_seen_at timestamptz,
      ADD wake_count smallint NOT NULL DEFAULT 0, ADD secret_unreadable_at timestamptz`);
    await runner.query(`UPDATE webhook_endpoint w SET next_due_at = d.due_at
      FROM (SELECT endpoint_id, min(due_at) AS due_at FROM webhook_delivery WHERE status = 'pending' GROUP BY 1) d
      WHERE d.endpoint_id = w.id AND w.deleted_at IS NULL`);
    await runner.query(`CREATE INDEX webhook_endpoint_due ON webhook_endpoint (next_due_at)
      WHERE next_due_at IS NOT NULL AND drain_token IS NULL`);
    await runner.query(
      'CREATE INDEX webhook_endpoint_drained ON webhook_endpoint (drain_instance) WHERE drain_token IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_endpoint_due, webhook_endpoint_drained');
    await runner.query(
      'ALTER TABLE webhook_endpoint DROP next_due_at, DROP drain_seen_at, DROP wake_count, DROP secret_unreadable_at',
    );
  }
}
