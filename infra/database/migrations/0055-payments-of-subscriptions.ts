import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events of a subscription that name no partner find it by the payments for the subscription. */
export class PaymentsOfSubscriptions1700000055000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX payment_event_by_subscription ON payment_event (gateway, (fact->>'subscription'))
        WHERE kind = 'paid' AND fact->>'subscription' IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payment_event_by_subscription');
  }
}
