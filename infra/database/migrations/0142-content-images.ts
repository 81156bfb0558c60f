import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Images of content items. What they show is stored once for each partner, with its bytes apart from what lists read. */
export class ContentImages1700000142000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(UNUSED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE content_image;
      DROP FUNCTION content_picture_unused();
      DROP TABLE content_picture_file;
      DROP TABLE content_picture`);
  }
}

/** The sum of a partner's bytes is read from an index. Bytes of images are not compressed once more. */
const TABLES = `
CREATE TABLE content_picture (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id   bigint NOT NULL REFERENCES partner,
  content_hash varchar(64) NOT NULL,
  mime         varchar(20) NOT NULL CHECK (mime IN ('image/jpeg', 'image/png')),
  width        integer NOT NULL,
  height       integer NOT NULL,
  bytes        integer NOT NULL,
  sizes        jsonb NOT NULL,
  created_at   timestamptz NOT NULL
);
CREATE UNIQUE INDEX content_picture_of_partner ON content_picture (partner_id, content_hash) INCLUDE (bytes);
CREATE TABLE content_picture_file (
  content_picture_id bigint NOT NULL REFERENCES content_picture ON DELETE CASCADE,
  size               varchar(10) NOT NULL CHECK (size IN ('small', 'medium', 'large')),
  body               bytea NOT NULL,
  PRIMARY KEY (content_picture_id, size)
);
ALTER TABLE content_picture_file ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE TABLE content_image (
  id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id         bigint NOT NULL REFERENCES partner,
  content_item_id    bigint NOT NULL REFERENCES content_item ON DELETE CASCADE,
  content_picture_id bigint NOT NULL REFERENCES content_picture,
  reference          bigint NOT NULL,
  alt_text           varchar(500) NOT NULL,
  created_at         timestamptz NOT NULL,
  UNIQUE (content_item_id, content_picture_id),
  UNIQUE (content_item_id, reference)
);
CREATE INDEX content_image_of_picture ON content_image (content_picture_id);
CREATE INDEX content_image_by_partner ON content_image (partner_id);
`;

/**
 * Deletes what no image shows any more. The rows are locked first: who wants to show one again waits, and finds it gone; what was
 * shown again meanwhile is seen by the second statement.
 */
const UNUSED = `
CREATE FUNCTION content_picture_unused() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM content_picture
  WHERE id IN (SELECT content_picture_id FROM removed) ORDER BY id FOR UPDATE;
  DELETE FROM content_picture p
  WHERE p.id IN (SELECT content_picture_id FROM removed)
    AND NOT EXISTS (SELECT 1 FROM content_image i WHERE i.content_picture_id = p.id);
  RETURN NULL;
END $$;
CREATE TRIGGER content_picture_unused AFTER DELETE ON content_image
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION content_picture_unused();
`;
