import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Content items that people have marked as their favourites. */
export class ContentFavorites1700000152000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE content_favorite (
        user_id         bigint NOT NULL REFERENCES app_user,
        content_item_id bigint NOT NULL REFERENCES content_item ON DELETE CASCADE,
        created_at      timestamptz NOT NULL,
        PRIMARY KEY (user_id, content_item_id)
      );
      CREATE INDEX content_favorite_of_item ON content_favorite (content_item_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE content_favorite');
  }
}
