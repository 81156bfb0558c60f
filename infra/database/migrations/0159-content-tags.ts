import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tags of partners, and which content items have them. */
export class ContentTags1700000159000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE content_tag (
        id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        partner_id bigint NOT NULL REFERENCES partner,
        name       varchar(50) NOT NULL,
        name_key   varchar(1000) COLLATE "C" NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        UNIQUE (partner_id, name_key)
      );
      CREATE TABLE content_item_tag (
        content_item_id bigint NOT NULL REFERENCES content_item ON DELETE CASCADE,
        content_tag_id  bigint NOT NULL REFERENCES content_tag ON DELETE CASCADE,
        PRIMARY KEY (content_item_id, content_tag_id)
      );
      CREATE INDEX content_item_tag_of_tag ON content_item_tag (content_tag_id, content_item_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE content_item_tag, content_tag');
  }
}
