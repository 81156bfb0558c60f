import { z } from 'zod';
import type { ExecutionStep } from '../../domain/execution-steps/types.ts';
import { EXECUTION_STATUSES, PRIORITIES } from '../../domain/executions/table.ts';
import type { ExecutionDetail, ExecutionSummary } from '../../domain/executions/types.ts';
import { contentItemSchema, presentAsset } from '../content-items/presenter.ts';
import { datetime, resource } from '../presenters.ts';
import { countSchema, datetimeSchema, idSchema, resourceSchema } from '../response-schemas.ts';

const attributes = {
  status: z.enum(EXECUTION_STATUSES),
  priority: z.enum(PRIORITIES),
  progress_percentage: z.int(),
  credits_used: countSchema,
  capability: z.string(),
  sandbox: z.boolean(),
  retried_from: idSchema.nullable(),
  created_at: datetimeSchema,
  started_at: datetimeSchema.nullable(),
  completed_at: datetimeSchema.nullable(),
};
const more = {
  links: z.object({ self: z.string(), assets: z.string(), events: z.string() }),
  relationships: z.object({ agent: z.object({ id: idSchema, name: z.string(), type: z.string() }) }),
};

export const executionSchema = resourceSchema('execution', attributes, more);

const plannedStep = z.object({
  key: z.string(),
  title: z.string(),
  kind: z.string(),
  depends_on: z.array(z.string()),
  estimated_credits: z.int(),
});

const stepResult = z.object({
  key: z.string(),
  status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']),
  started_at: datetimeSchema.nullable(),
  completed_at: datetimeSchema.nullable(),
  credits_used: countSchema,
  attempts: countSchema,
  summary: z.string().nullable(),
  output: z.record(z.string(), z.unknown()).nullable(),
  reused_from: idSchema.nullable().describe('Execution whose result was taken over by a retry.'),
});

export const executionDetailSchema = resourceSchema(
  'execution',
  {
    ...attributes,
    execution_plan: z.object({ summary: z.string(), steps: z.array(plannedStep) }).nullable(),
    step_results: z.array(stepResult),
    error_message: z.string().nullable(),
    generated_assets: z.array(contentItemSchema),
    guardrails_triggered: z.array(
      z.object({ rule: z.string(), step: z.string(), action: z.enum(['review', 'block']), message: z.string() }),
    ),
    settings: z.record(z.string(), z.unknown()),
    context: z.record(z.string(), z.unknown()),
    notify_on_complete: z.boolean(),
  },
  more,
);

export const assetsSchema = z.object({
  execution_id: idSchema,
  status: z.enum(EXECUTION_STATUSES),
  content_items: z.array(contentItemSchema),
});

/** An execution as lists show it. */
export function presentExecution(execution: ExecutionSummary): Record<string, unknown> {
  return present(execution, {});
}

/** An execution with plan, results and assets. */
export function presentExecutionDetail(detail: ExecutionDetail): Record<string, unknown> {
  const { execution, steps } = detail;
  return present(execution, {
    execution_plan:
      steps.length === 0 ? null : { summary: execution.plan_summary ?? '', steps: steps.map(presentPlannedStep) },
    step_results: steps.map(presentStepResult),
    error_message: execution.error_message,
    generated_assets: detail.assets.map((asset) => presentAsset(asset)),
    guardrails_triggered: detail.hits,
    settings: execution.settings,
    context: execution.context,
    notify_on_complete: execution.notify_on_complete,
  });
}

/** What an execution has made so far. */
export function presentAssets({ execution, assets }: ExecutionDetail): Record<string, unknown> {
  return {
    data: {
      execution_id: execution.id,
      status: execution.status,
      content_items: assets.map((asset) => presentAsset(asset)),
    },
    meta: { content_count: assets.length },
  };
}

function present(execution: ExecutionSummary, detail: object): Record<string, unknown> {
  const self = `/api/v1/content-workflow/executions/${execution.id}`;
  return resource({
    type: 'execution',
    id: execution.id,
    attributes: {
      status: execution.status,
      priority: execution.priority,
      progress_percentage: execution.progress_percentage,
      credits_used: execution.credits_used,
      capability: execution.capability,
      sandbox: execution.sandbox,
      retried_from: execution.retried_from,
      created_at: datetime(execution.created_at),
      started_at: datetime(execution.started_at),
      completed_at: datetime(execution.completed_at),
      ...detail,
    },
    links: { self, assets: `${self}/assets`, events: `${self}/events` },
    relationships: { agent: execution.agent },
  });
}

function presentPlannedStep(step: ExecutionStep): z.input<typeof plannedStep> {
  const { key, title, kind, depends_on, estimated_credits } = step;
  return { key, title, kind, depends_on, estimated_credits };
}

function presentStepResult(step: ExecutionStep): Record<string, unknown> {
  return {
    key: step.key,
    status: step.status,
    started_at: datetime(step.started_at),
    completed_at: datetime(step.completed_at),
    credits_used: step.credits_used,
    attempts: step.attempts,
    summary: step.summary,
    output: step.output,
    reused_from: step.reused_from,
  };
}
