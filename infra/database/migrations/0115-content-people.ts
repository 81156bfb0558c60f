import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who works on a content item, who reviews it, and until when it is due. */
export class ContentPeople1700000115000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE content_item
        ADD COLUMN assignee_id bigint REFERENCES app_user,
        ADD COLUMN reviewer_id bigint REFERENCES app_user,
        ADD COLUMN due_at timestamptz;
      CREATE INDEX content_item_assignee ON content_item (assignee_id, id DESC) WHERE assignee_id IS NOT NULL;
      CREATE INDEX content_item_reviewer ON content_item (reviewer_id, id DESC) WHERE reviewer_id IS NOT NULL;
      CREATE INDEX content_item_due ON content_item (partner_id, due_at) WHERE due_at IS NOT NULL;
      CREATE FUNCTION content_item_people_leave() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE content_item SET assignee_id = NULL WHERE assignee_id = NEW.id;
        UPDATE content_item SET reviewer_id = NULL WHERE reviewer_id = NEW.id;
        RETURN NULL;
      END $$;
      -- Whoever is removed from the team works on nothing any more, whichever way it happens.
      CREATE TRIGGER content_item_people_leave AFTER UPDATE OF removed_at ON app_user
        FOR EACH ROW WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL)
        EXECUTE FUNCTION content_item_people_leave()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER content_item_people_leave ON app_user;
      DROP FUNCTION content_item_people_leave();
      ALTER TABLE content_item DROP COLUMN assignee_id, DROP COLUMN reviewer_id, DROP COLUMN due_at`);
  }
}
