import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Comments of an item and what an application may do for a person are read in the order of an index of both of their conditions. */
export class ListsInOrder1700000165000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, 'content_comment_of_item', 'content_comment_in_item', IN_ITEM);
    await replaceIndex(runner, 'oauth_record_by_user', 'oauth_record_of_user', OF_USER);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndex(
      runner,
      'oauth_record_of_user',
      'oauth_record_by_user',
      'oauth_record (user_id) WHERE user_id IS NOT NULL',
    );
    await replaceIndex(
      runner,
      'content_comment_in_item',
      'content_comment_of_item',
      'content_comment (content_item_id, id)',
    );
  }
}

const IN_ITEM = 'content_comment (content_item_id, partner_id, id)';
const OF_USER = 'oauth_record (user_id, kind, id) WHERE user_id IS NOT NULL';

/** Made while others write, which PostgreSQL only does outside a transaction; one that was broken off is dropped and made anew. */
async function replaceIndex(runner: QueryRunner, former: string, name: string, definition: string): Promise<void> {
  await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
  await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${former}`);
}
