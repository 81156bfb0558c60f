import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much each partner's texts take with all their versions, so that it can have a limit without reading them. */
export class StoredTextSizes1700000061000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SIZES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER content_text_size_change ON content_item_version;
      DROP FUNCTION content_text_size_change;
      DROP TABLE content_text_size;
    `);
  }
}

/**
 * Differences, like those of the board, that wait for nobody. `octet_length` takes the length from a text's header and does not
 * read it. The versions of an item are deleted before the item is.
 */
const SIZES = `
CREATE TABLE content_text_size (
  partner_id bigint NOT NULL,
  day date NOT NULL,
  n integer NOT NULL,
  bytes bigint NOT NULL,
  folded boolean NOT NULL DEFAULT false
);

CREATE FUNCTION content_text_size_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO content_text_size (partner_id, day, n, bytes)
    SELECT partner_id, (NEW.created_at AT TIME ZONE 'UTC')::date, 1, octet_length(NEW.body)
    FROM content_item WHERE id = NEW.content_item_id;
  ELSE
    INSERT INTO content_text_size (partner_id, day, n, bytes)
    SELECT partner_id, (OLD.created_at AT TIME ZONE 'UTC')::date, -1, -octet_length(OLD.body)
    FROM content_item WHERE id = OLD.content_item_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER content_text_size_change AFTER INSERT OR DELETE ON content_item_version
  FOR EACH ROW EXECUTE FUNCTION content_text_size_change();

INSERT INTO content_text_size (partner_id, day, n, bytes, folded)
SELECT item.partner_id, (version.created_at AT TIME ZONE 'UTC')::date, count(*), sum(octet_length(version.body)), true
FROM content_item_version AS version JOIN content_item AS item ON item.id = version.content_item_id GROUP BY 1, 2;

CREATE INDEX content_text_size_by_partner ON content_text_size (partner_id, day) INCLUDE (bytes);
CREATE INDEX content_text_size_fresh ON content_text_size (partner_id, day) WHERE NOT folded;
`;
