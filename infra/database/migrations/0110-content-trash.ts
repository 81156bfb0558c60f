import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Content items that their partner deleted: they leave the board, and are kept for a while. */
export class ContentTrash1700000110000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE content_item ADD COLUMN deleted_at timestamptz;
      CREATE INDEX content_item_trash ON content_item (partner_id, id DESC) WHERE deleted_at IS NOT NULL;
      CREATE INDEX content_item_expired ON content_item (deleted_at) WHERE deleted_at IS NOT NULL;
      CREATE FUNCTION content_item_versions_delete() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- Before the item, since the sizes of texts are counted by its partner.
        DELETE FROM content_item_version WHERE content_item_id = OLD.id;
        RETURN OLD;
      END $$;
      CREATE TRIGGER content_item_versions_delete BEFORE DELETE ON content_item
        FOR EACH ROW EXECUTE FUNCTION content_item_versions_delete()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER content_item_versions_delete ON content_item;
      DROP FUNCTION content_item_versions_delete();
      ALTER TABLE content_item DROP COLUMN deleted_at`);
  }
}
