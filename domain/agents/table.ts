import {
  bigint,
  boolean,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  table,
  textArray,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';

/** An agent runs capabilities. `partner_id` null: the platform's agent; `capabilities` null: all. */
export const agentTable = table(
  'agent',
  {
    id: identity(),
    partner_id: bigint().nullable(),
    name: varchar(255),
    agent_type: varchar(40),
    description: varchar(1000),
    is_active: boolean().default(true),
    capabilities: textArray().nullable(),
    model: varchar(120).nullable(),
    version: varchar(40),
    config_version: integer().default(1),
    settings: json<Record<string, unknown>>(),
    /** The agent's models by capability. */
    capability_models: json<Record<string, string>>().default(() => "'{}'"),
    /** Number of its newest revision. */
    revision: integer().default(1),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'Executions name their agent, so none is deleted.' },
  { personal: ['text'] },
);
export type AgentRow = Row<typeof agentTable>;

/** Causes of a revision. */
export const REVISION_KINDS = ['created', 'updated', 'migrated', 'rolled_back'] as const;

/** A change of a field by a revision or a possible migration. */
export interface AgentChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** Revisions of an agent, each with the agent's state from then on. Executions pin one, so rows never change. */
export const agentRevisionTable = table(
  'agent_revision',
  {
    agent_id: bigint().key(),
    revision: integer().key(),
    kind: oneOf(REVISION_KINDS, 12),
    /** null: the agent is new. */
    from_version: integer().nullable(),
    to_version: integer(),
    changes: json<AgentChange[]>(),
    model: varchar(120).nullable(),
    capability_models: json<Record<string, string>>(),
    settings: json<Record<string, unknown>>(),
    actor: varchar(120),
    created_at: timestamp(),
  },
  { because: 'What agents were when they did their work.' },
  { personal: ['text', 'activity'], of: [{ to: 'agent', by: 'agent_id' }] },
);
export type AgentRevisionRow = Row<typeof agentRevisionTable>;

/** A revision as histories show it: what changed. */
export type ListedRevision = Omit<AgentRevisionRow, 'model' | 'capability_models' | 'settings'>;
