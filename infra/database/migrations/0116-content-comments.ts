import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Comments on content items: threads with replies, on the item or on a passage of its text. */
export class ContentComments1700000116000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE content_comment (
        id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        partner_id      bigint NOT NULL REFERENCES partner,
        content_item_id bigint NOT NULL REFERENCES content_item ON DELETE CASCADE,
        parent_id       bigint REFERENCES content_comment ON DELETE CASCADE,
        author_kind     varchar(20) NOT NULL CHECK (author_kind IN ('partner_key', 'user', 'client')),
        author_id       bigint NOT NULL,
        body            text NOT NULL,
        mentions        jsonb NOT NULL,
        quote           varchar(1000),
        quote_start     integer,
        resolved_at     timestamptz,
        resolved_by     varchar(40),
        edited_at       timestamptz,
        deleted_at      timestamptz,
        created_at      timestamptz NOT NULL
      );
      CREATE INDEX content_comment_of_item ON content_comment (content_item_id, id);
      CREATE INDEX content_comment_of_parent ON content_comment (parent_id) WHERE parent_id IS NOT NULL;
      CREATE INDEX content_comment_by_partner ON content_comment (partner_id);
      CREATE INDEX content_comment_by_author ON content_comment (author_id);
      ALTER TABLE content_item ADD COLUMN open_comment_count integer NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE content_comment;
      ALTER TABLE content_item DROP COLUMN open_comment_count`);
  }
}
