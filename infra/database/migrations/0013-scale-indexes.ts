import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each is created concurrently, which PostgreSQL only does outside a transaction; an incomplete one is dropped and created again. */
const INDEXES: [name: string, definition: string][] = [
  ['execution_count_fresh', 'execution_count (partner_id, day) WHERE NOT folded'],
  ['execution_open_by_id', `execution (id) WHERE status IN ('pending', 'planning', 'executing')`],
  ['content_item_newest', 'content_item (partner_id, id DESC) WHERE settled_at IS NOT NULL'],
];

/** Indexes for frequent queries on growing tables: differences to roll up, executions to reconcile, a partner's newest items. */
export class ScaleIndexes1700000013000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of INDEXES) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  }
}
