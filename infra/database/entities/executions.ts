import { EntitySchema } from 'typeorm';
import {
  bigint,
  boolean,
  defaulting,
  id,
  integer,
  json,
  key,
  nullable,
  smallint,
  text,
  textArray,
  timestamp,
  uuid,
  varchar,
} from './columns.ts';

/** Something that carries out capabilities; `partner_id` null is the platform's own, `capabilities` null means all. */
export interface AgentRow {
  id: number;
  partner_id: number | null;
  name: string;
  agent_type: string;
  description: string;
  is_active: boolean;
  capabilities: string[] | null;
  model: string | null;
  version: string;
  config_version: number;
  settings: Record<string, unknown>;
  created_at: Date;
  updated_at: Date;
}

export const AgentEntity = new EntitySchema<AgentRow>({
  name: 'agent',
  columns: {
    id,
    partner_id: nullable(bigint),
    name: varchar(255),
    agent_type: varchar(40),
    description: varchar(1000),
    is_active: defaulting(boolean, true),
    capabilities: nullable(textArray),
    model: nullable(varchar(120)),
    version: varchar(40),
    config_version: defaulting(integer, 1),
    settings: json,
    created_at: timestamp,
    updated_at: timestamp,
  },
});

export type ExecutionStatus = 'pending' | 'planning' | 'executing' | 'completed' | 'failed' | 'cancelled' | 'archived';
export type ExecutionPriority = 'low' | 'normal' | 'high' | 'urgent';

/** A capability that runs, ran or will run. Credits are whole credits. */
export interface ExecutionRow {
  id: number;
  row_key: string;
  partner_id: number;
  agent_id: number;
  capability: string;
  status: ExecutionStatus;
  priority: ExecutionPriority;
  progress_percentage: number;
  credits_held: number;
  credits_used: number;
  settings: Record<string, unknown>;
  context: Record<string, unknown>;
  notify_on_complete: boolean;
  sandbox: boolean;
  plan_summary: string | null;
  error_message: string | null;
  retried_from: number | null;
  lineage_id: number | null;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  updated_at: Date;
}

export const ExecutionEntity = new EntitySchema<ExecutionRow>({
  name: 'execution',
  columns: {
    id,
    row_key: uuid,
    partner_id: bigint,
    agent_id: bigint,
    capability: varchar(64),
    status: defaulting(varchar(12), 'pending'),
    priority: varchar(8),
    progress_percentage: defaulting(smallint, 0),
    credits_held: defaulting(integer, 0),
    credits_used: defaulting(integer, 0),
    settings: json,
    context: json,
    notify_on_complete: boolean,
    sandbox: boolean,
    plan_summary: nullable(text),
    error_message: nullable(varchar(500)),
    retried_from: nullable(bigint),
    lineage_id: nullable(bigint),
    created_at: timestamp,
    started_at: nullable(timestamp),
    completed_at: nullable(timestamp),
    updated_at: timestamp,
  },
});

/** A step of an execution's plan and what came of it. Tokens are cost records, not prices. */
export interface ExecutionStepRow {
  execution_id: number;
  key: string;
  position: number;
  kind: string;
  title: string;
  depends_on: string[];
  deliverable: unknown;
  estimated_credits: number;
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
  attempts: number;
  credits_used: number;
  summary: string | null;
  output: unknown;
  model: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  reused_from: number | null;
  started_at: Date | null;
  completed_at: Date | null;
}

export const ExecutionStepEntity = new EntitySchema<ExecutionStepRow>({
  name: 'execution_step',
  columns: {
    execution_id: key(bigint),
    key: key(varchar(64)),
    position: smallint,
    kind: varchar(20),
    title: varchar(200),
    depends_on: textArray,
    deliverable: nullable(json),
    estimated_credits: integer,
    status: defaulting(varchar(12), 'pending'),
    attempts: defaulting(integer, 0),
    credits_used: defaulting(integer, 0),
    summary: nullable(varchar(500)),
    output: nullable(json),
    model: nullable(varchar(120)),
    input_tokens: nullable(integer),
    output_tokens: nullable(integer),
    reused_from: nullable(bigint),
    started_at: nullable(timestamp),
    completed_at: nullable(timestamp),
  },
});

/** One line of an execution's event stream. */
export interface ExecutionEventRow {
  id: number;
  execution_id: number;
  type: 'status' | 'progress' | 'step';
  data: Record<string, unknown>;
  created_at: Date;
}

export const ExecutionEventEntity = new EntitySchema<ExecutionEventRow>({
  name: 'execution_event',
  columns: { id, execution_id: bigint, type: varchar(20), data: json, created_at: timestamp },
});

/** A guardrail that matched a step's output. */
export interface GuardrailHitRow {
  execution_id: number;
  step: string;
  rule: string;
  action: 'review' | 'block';
  message: string;
}

export const GuardrailHitEntity = new EntitySchema<GuardrailHitRow>({
  name: 'guardrail_hit',
  columns: {
    execution_id: key(bigint),
    step: key(varchar(64)),
    rule: key(varchar(64)),
    action: varchar(10),
    message: varchar(500),
  },
});

/** A difference to the number of executions of a kind; the total is the sum of `n`. */
export interface ExecutionCountRow {
  partner_id: number;
  day: string;
  agent_id: number;
  priority: ExecutionPriority;
  status: ExecutionStatus;
  n: number;
}
