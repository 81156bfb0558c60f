import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who works on the content items that a trigger makes, and who reviews them. */
export class TriggerPeople1700000163000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE workflow_trigger
        ADD COLUMN assignee_id bigint REFERENCES app_user,
        ADD COLUMN reviewer_id bigint REFERENCES app_user;
      CREATE INDEX workflow_trigger_assignee ON workflow_trigger (assignee_id) WHERE assignee_id IS NOT NULL;
      CREATE INDEX workflow_trigger_reviewer ON workflow_trigger (reviewer_id) WHERE reviewer_id IS NOT NULL;
      -- As the trigger named them when it fired; whether they are still there is asked when the items are made.
      ALTER TABLE execution ADD COLUMN assignee_id bigint, ADD COLUMN reviewer_id bigint;
      CREATE FUNCTION workflow_trigger_people_leave() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE workflow_trigger SET assignee_id = NULL WHERE assignee_id = NEW.id;
        UPDATE workflow_trigger SET reviewer_id = NULL WHERE reviewer_id = NEW.id;
        RETURN NULL;
      END $$;
      -- As with content items: whoever is removed from the team is named nowhere, whichever way it happens.
      CREATE TRIGGER workflow_trigger_people_leave AFTER UPDATE OF removed_at ON app_user
        FOR EACH ROW WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL)
        EXECUTE FUNCTION workflow_trigger_people_leave()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER workflow_trigger_people_leave ON app_user;
      DROP FUNCTION workflow_trigger_people_leave();
      ALTER TABLE execution DROP COLUMN assignee_id, DROP COLUMN reviewer_id;
      ALTER TABLE workflow_trigger DROP COLUMN assignee_id, DROP COLUMN reviewer_id`);
  }
}
