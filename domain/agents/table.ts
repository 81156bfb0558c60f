import {
  bigint,
  boolean,
  identity,
  integer,
  json,
  type Row,
  table,
  textArray,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';

/** Something that carries out capabilities; `partner_id` null is the platform's own, `capabilities` null means all. */
export const agentTable = table('agent', {
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
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type AgentRow = Row<typeof agentTable>;
