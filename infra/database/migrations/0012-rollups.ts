import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What pages add up, kept so that nobody counts rows, and the moment from which a plan's half hour runs. Triggers keep the numbers, so
 * that processes of the version before write them too. Each is made, with what it finds, while its table lets nobody write: as long as
 * it takes to count the table once.
 */
export class Rollups1700000012000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE execution ADD plan_started_at timestamptz');
    await runner.query('ALTER TABLE execution_count ADD folded boolean NOT NULL DEFAULT false');
    await runner.query(BOARD);
    await runner.query(CAPTURES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER credit_capability_day_add ON credit_entry;
      DROP FUNCTION credit_capability_day_add;
      DROP TABLE credit_capability_day;
      DROP TRIGGER content_item_count_insert ON content_item;
      DROP TRIGGER content_item_count_update ON content_item;
      DROP TRIGGER content_item_count_delete ON content_item;
      DROP FUNCTION content_item_count_change;
      DROP TABLE content_item_count;
      ALTER TABLE execution_count DROP folded;
      ALTER TABLE execution DROP plan_started_at;
    `);
  }
}

/** Like the totals of the list of executions: differences that wait for nobody. Drafts are not on the board until they settle. */
const BOARD = `
CREATE TABLE content_item_count (
  partner_id bigint NOT NULL,
  day date NOT NULL,
  content_type varchar(24) NOT NULL,
  kanban_status varchar(12) NOT NULL,
  n integer NOT NULL,
  folded boolean NOT NULL DEFAULT false
);

CREATE FUNCTION content_item_count_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.settled_at IS NOT NULL THEN
    INSERT INTO content_item_count (partner_id, day, content_type, kanban_status, n)
    VALUES (OLD.partner_id, (OLD.created_at AT TIME ZONE 'UTC')::date, OLD.content_type, OLD.kanban_status, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.settled_at IS NOT NULL THEN
    INSERT INTO content_item_count (partner_id, day, content_type, kanban_status, n)
    VALUES (NEW.partner_id, (NEW.created_at AT TIME ZONE 'UTC')::date, NEW.content_type, NEW.kanban_status, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER content_item_count_insert AFTER INSERT ON content_item
  FOR EACH ROW WHEN (NEW.settled_at IS NOT NULL) EXECUTE FUNCTION content_item_count_change();
CREATE TRIGGER content_item_count_update AFTER UPDATE OF settled_at, kanban_status ON content_item
  FOR EACH ROW WHEN (OLD.settled_at IS DISTINCT FROM NEW.settled_at OR OLD.kanban_status <> NEW.kanban_status)
  EXECUTE FUNCTION content_item_count_change();
CREATE TRIGGER content_item_count_delete AFTER DELETE ON content_item
  FOR EACH ROW WHEN (OLD.settled_at IS NOT NULL) EXECUTE FUNCTION content_item_count_change();

INSERT INTO content_item_count (partner_id, day, content_type, kanban_status, n, folded)
SELECT partner_id, (created_at AT TIME ZONE 'UTC')::date, content_type, kanban_status, count(*), true
FROM content_item WHERE settled_at IS NOT NULL GROUP BY 1, 2, 3, 4;

CREATE INDEX content_item_count_by_partner ON content_item_count (partner_id, day) INCLUDE (content_type, kanban_status, n);
CREATE INDEX content_item_count_fresh ON content_item_count (partner_id, day) WHERE NOT folded;
`;

/**
 * Captured credits by day and capability. The trigger runs as the statement of a settlement ends, which by then has the partner's
 * account locked: settlements of a partner take turns there already, so the row is never waited for.
 */
const CAPTURES = `
CREATE TABLE credit_capability_day (
  partner_id bigint NOT NULL,
  day date NOT NULL,
  capability varchar(64) NOT NULL,
  used bigint NOT NULL CHECK (used >= 0),
  PRIMARY KEY (partner_id, day, capability)
);

CREATE FUNCTION credit_capability_day_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO credit_capability_day AS known (partner_id, day, capability, used)
  VALUES (NEW.partner_id, NEW.day, coalesce(NEW.capability, 'other'), NEW.amount)
  ON CONFLICT (partner_id, day, capability) DO UPDATE SET used = known.used + excluded.used;
  RETURN NULL;
END $$;
CREATE TRIGGER credit_capability_day_add AFTER INSERT ON credit_entry
  FOR EACH ROW WHEN (NEW.kind = 'capture') EXECUTE FUNCTION credit_capability_day_add();

INSERT INTO credit_capability_day (partner_id, day, capability, used)
SELECT partner_id, day, coalesce(capability, 'other'), sum(amount) FROM credit_entry WHERE kind = 'capture' GROUP BY 1, 2, 3;
`;
