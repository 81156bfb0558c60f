import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments that gateways report separately from their purchase. */
export class PaymentsOfBills1700000033000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE purchase ADD COLUMN part_of varchar(300)');
    await runner.query('ALTER TABLE purchase ADD CHECK (part_of IS NULL OR (part_of <> subject AND order_id IS NULL))');
    await runner.query(
      kinds(`'paid', 'refunded', 'linked', 'disputed', 'dispute_won', 'dispute_lost', 'subscribed', 'unsubscribed'`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      kinds(`'paid', 'refunded', 'disputed', 'dispute_won', 'dispute_lost', 'subscribed', 'unsubscribed'`),
    );
    await runner.query('ALTER TABLE purchase DROP COLUMN part_of');
  }
}

const kinds = (words: string) => `ALTER TABLE payment_event
  DROP CONSTRAINT payment_event_kind_check,
  ADD CONSTRAINT payment_event_kind_check CHECK (kind IN (${words}))`;
