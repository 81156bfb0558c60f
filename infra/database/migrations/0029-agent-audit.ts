import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Challenges and dry runs of agents; and totals of execution outcomes, so that the metrics of agents cost the same however much has run. A trigger keeps the numbers, so that
 * processes of the version before write them too; what has ended already is counted while nobody may write.
 */
export class AgentAudit1700000029000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OUTCOMES);
    await runner.query(EARLIER_OUTCOMES);
    await runner.query(RUNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE agent_dry_run, agent_challenge_answer, agent_challenge');
    await runner.query(`
      DROP TRIGGER execution_outcome_count_add ON execution;
      DROP FUNCTION execution_outcome_count_add;
      DROP FUNCTION latency_bucket;
      DROP TABLE execution_outcome_count, guardrail_hit_count;
    `);
  }
}

/**
 * Differences that wait for nobody, like the totals of lists; the worker rolls them up. The histogram of latencies stands in rows,
 * one a bucket that is not empty: four buckets each time the latency doubles. Executions that did not complete have no latency.
 */
const OUTCOMES = `
CREATE TABLE execution_outcome_count (
  partner_id bigint NOT NULL,
  day date NOT NULL,
  agent_id bigint NOT NULL,
  capability varchar(64) NOT NULL,
  sandbox boolean NOT NULL,
  status varchar(12) NOT NULL CHECK (status IN ('completed', 'failed', 'cancelled')),
  bucket smallint,
  n integer NOT NULL,
  credits bigint NOT NULL,
  duration_ms bigint NOT NULL,
  items integer NOT NULL,
  last_ended_at timestamptz NOT NULL,
  folded boolean NOT NULL DEFAULT false
);
CREATE INDEX execution_outcome_count_by_partner ON execution_outcome_count (partner_id, day)
  INCLUDE (agent_id, capability, sandbox, status, bucket, n, credits, duration_ms, items, last_ended_at);
CREATE INDEX execution_outcome_count_fresh ON execution_outcome_count (partner_id, day) WHERE NOT folded;

CREATE TABLE guardrail_hit_count (
  partner_id bigint NOT NULL,
  day date NOT NULL,
  agent_id bigint NOT NULL,
  capability varchar(64) NOT NULL,
  sandbox boolean NOT NULL,
  rule varchar(64) NOT NULL,
  action varchar(10) NOT NULL CHECK (action IN ('review', 'block')),
  n integer NOT NULL,
  folded boolean NOT NULL DEFAULT false
);
CREATE INDEX guardrail_hit_count_by_partner ON guardrail_hit_count (partner_id, day) INCLUDE (agent_id, capability, sandbox, rule, action, n);
CREATE INDEX guardrail_hit_count_fresh ON guardrail_hit_count (partner_id, day) WHERE NOT folded;

CREATE FUNCTION latency_bucket(ms bigint) RETURNS smallint LANGUAGE sql IMMUTABLE AS
  'SELECT CASE WHEN ms <= 1 THEN 0 ELSE least(ceil(4 * ln(ms::float8) / ln(2::float8) - 1e-9), 160) END::smallint';

CREATE FUNCTION execution_outcome_count_add() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ended_on date := (NEW.completed_at AT TIME ZONE 'UTC')::date;
  ms bigint := greatest(0, extract(epoch FROM NEW.completed_at - NEW.created_at) * 1000);
  made integer := 0;
BEGIN
  IF NEW.status = 'completed' THEN
    SELECT count(*) INTO made FROM content_item WHERE execution_id = NEW.id;
  END IF;
  INSERT INTO execution_outcome_count (partner_id, day, agent_id, capability, sandbox, status, bucket, n, credits, duration_ms, items, last_ended_at)
  VALUES (NEW.partner_id, ended_on, NEW.agent_id, NEW.capability, NEW.sandbox, NEW.status,
          CASE WHEN NEW.status = 'completed' THEN latency_bucket(ms) END, 1, NEW.credits_used, ms, made,
          NEW.completed_at);
  INSERT INTO guardrail_hit_count (partner_id, day, agent_id, capability, sandbox, rule, action, n)
  SELECT NEW.partner_id, ended_on, NEW.agent_id, NEW.capability, NEW.sandbox, h.rule, h.action, count(*)
  FROM guardrail_hit h
  WHERE h.execution_id = NEW.id
    -- Those of steps that a retry took over were counted with the execution that it retries.
    AND NOT EXISTS (SELECT FROM execution_step s WHERE s.execution_id = h.execution_id AND s.key = h.step AND s.reused_from IS NOT NULL)
  GROUP BY h.rule, h.action;
  RETURN NULL;
END $$;
CREATE TRIGGER execution_outcome_count_add AFTER UPDATE OF status ON execution
  FOR EACH ROW WHEN (OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL) EXECUTE FUNCTION execution_outcome_count_add();
`;

/** The row of an archived execution no longer has its outcome, but a failed one has its message and a completed one full progress. */
const EARLIER_OUTCOMES = `
CREATE TEMPORARY TABLE earlier_outcome ON COMMIT DROP AS
SELECT id, partner_id, (completed_at AT TIME ZONE 'UTC')::date AS day, agent_id, capability, sandbox,
       CASE WHEN status <> 'archived' THEN status WHEN error_message IS NOT NULL THEN 'failed'
            WHEN progress_percentage = 100 THEN 'completed' ELSE 'cancelled' END AS status,
       greatest(0, extract(epoch FROM completed_at - created_at) * 1000)::bigint AS ms, credits_used, completed_at
FROM execution WHERE completed_at IS NOT NULL;

INSERT INTO execution_outcome_count (partner_id, day, agent_id, capability, sandbox, status, bucket, n, credits, duration_ms, items, last_ended_at, folded)
SELECT e.partner_id, e.day, e.agent_id, e.capability, e.sandbox, e.status, CASE WHEN e.status = 'completed' THEN latency_bucket(e.ms) END, count(*), sum(e.credits_used), sum(e.ms),
       coalesce(sum(c.made) FILTER (WHERE e.status = 'completed'), 0), max(e.completed_at), true
FROM earlier_outcome e
LEFT JOIN (SELECT execution_id, count(*) AS made FROM content_item GROUP BY 1) c ON c.execution_id = e.id
GROUP BY 1, 2, 3, 4, 5, 6, 7;

INSERT INTO guardrail_hit_count (partner_id, day, agent_id, capability, sandbox, rule, action, n, folded)
SELECT e.partner_id, e.day, e.agent_id, e.capability, e.sandbox, h.rule, h.action, count(*), true
FROM earlier_outcome e JOIN guardrail_hit h ON h.execution_id = e.id
WHERE NOT EXISTS (SELECT FROM execution_step s WHERE s.execution_id = h.execution_id AND s.key = h.step AND s.reused_from IS NOT NULL)
GROUP BY 1, 2, 3, 4, 5, 6, 7;
`;

const RUNS = `
CREATE TABLE agent_challenge (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  row_key uuid NOT NULL UNIQUE,
  partner_id bigint NOT NULL REFERENCES partner,
  agent_id bigint NOT NULL REFERENCES agent,
  agent_revision integer NOT NULL,
  config_version integer NOT NULL,
  categories jsonb NOT NULL,
  prompt_set varchar(20) NOT NULL,
  status varchar(12) NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'completed', 'failed')),
  total integer NOT NULL,
  answered integer NOT NULL DEFAULT 0,
  sandbox boolean NOT NULL,
  report jsonb,
  error varchar(500),
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  updated_at timestamptz NOT NULL,
  CHECK ((status = 'running') = (completed_at IS NULL)),
  CHECK ((status = 'completed') = (report IS NOT NULL)),
  CHECK ((status = 'failed') = (error IS NOT NULL))
);
CREATE INDEX agent_challenge_newest ON agent_challenge (partner_id, agent_id, id DESC);
CREATE INDEX agent_challenge_open ON agent_challenge (id) WHERE status = 'running';
CREATE INDEX agent_challenge_by_end ON agent_challenge (completed_at) WHERE completed_at IS NOT NULL;

CREATE TABLE agent_challenge_answer (
  challenge_id bigint NOT NULL REFERENCES agent_challenge ON DELETE CASCADE,
  prompt varchar(64) NOT NULL,
  verdict varchar(12) NOT NULL CHECK (verdict IN ('resisted', 'stopped', 'withheld', 'gave_in')),
  answer text,
  rules text[] NOT NULL,
  model varchar(120),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (challenge_id, prompt)
);

CREATE TABLE agent_dry_run (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  row_key uuid NOT NULL UNIQUE,
  partner_id bigint NOT NULL REFERENCES partner,
  agent_id bigint NOT NULL REFERENCES agent,
  agent_revision integer NOT NULL,
  capability varchar(64) NOT NULL,
  status varchar(12) NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'completed', 'failed')),
  settings jsonb NOT NULL,
  context jsonb NOT NULL,
  sandbox boolean NOT NULL,
  plan_summary text NOT NULL,
  steps jsonb NOT NULL,
  results jsonb NOT NULL DEFAULT '{}',
  error varchar(500),
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  updated_at timestamptz NOT NULL,
  CHECK ((status = 'running') = (completed_at IS NULL)),
  CHECK ((status = 'failed') = (error IS NOT NULL))
);
CREATE INDEX agent_dry_run_open ON agent_dry_run (id) WHERE status = 'running';
CREATE INDEX agent_dry_run_by_end ON agent_dry_run (completed_at) WHERE completed_at IS NOT NULL;
`;
