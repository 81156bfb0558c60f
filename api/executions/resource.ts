import { z } from 'zod';
import { settingsSchema } from '../../domain/capabilities/request.ts';
import type { StepExchange } from '../../domain/executions/exchange-store.ts';
import type { ExecutionWithForm } from '../../domain/executions/operations/reads.ts';
import {
  type ExecutionDetail,
  type ExecutionSummary,
  isOpen,
  type ListedExecution,
} from '../../domain/executions/rules.ts';
import { EXECUTION_STATUSES, type ExecutionStepRow, PRIORITIES, STEP_STATUSES } from '../../domain/executions/table.ts';
import { GUARDRAIL_ACTIONS } from '../../domain/guardrails/types.ts';
import { planPresenter } from '../capabilities/resource.ts';
import { contentItemResource } from '../content-items/resource.ts';
import { translate, translatedSchema } from '../language/translate.ts';
import {
  countSchema,
  datetime,
  datetimeSchema,
  idSchema,
  type PresentContext,
  presenter,
  record,
  resource,
} from '../resource.ts';

const attributes = {
  status: z.enum(EXECUTION_STATUSES),
  priority: z.enum(PRIORITIES),
  progress_percentage: z.int(),
  credits_used: countSchema,
  capability: z.string(),
  sandbox: z.boolean(),
  retried_from: idSchema.nullable(),
  template_slug: z.string().nullable().describe('The template that was executed; `capability` is its slug, too.'),
  template_version: countSchema
    .nullable()
    .describe('Of a template of your own: the version that its plan was made by.'),
  trigger_id: idSchema.nullable().describe('The trigger that started it.'),
  created_at: datetimeSchema,
  started_at: datetimeSchema.nullable(),
  completed_at: datetimeSchema.nullable(),
};
const links = { self: z.string(), assets: z.string(), events: z.string() };
const relationships = { agent: z.object({ id: idSchema, name: z.string(), type: z.string() }) };

/** An execution as lists show it. */
export const executionResource = resource({
  type: 'execution',
  attributes,
  links,
  relationships,
  present: summaryOf,
});

const stepResult = record(
  z.object({
    key: z.string(),
    status: z.enum(STEP_STATUSES),
    started_at: datetimeSchema.nullable(),
    completed_at: datetimeSchema.nullable(),
    credits_used: countSchema,
    attempts: countSchema,
    summary: z.string().nullable(),
    output: z.record(z.string(), z.unknown()).nullable(),
    reused_from: idSchema.nullable().describe('Execution whose result was taken over by a retry.'),
  }),
  (step: ExecutionStepRow) => ({ output: step.output }),
);

/** An execution with plan, results and assets. */
export const executionDetailResource = resource({
  type: 'execution',
  name: 'ExecutionDetail',
  attributes: {
    ...attributes,
    execution_plan: planPresenter.schema.nullable(),
    step_results: z.array(stepResult.schema),
    error_message: z.string().nullable(),
    waiting: z
      .object({
        step: z.string().nullable().describe('Key of the step; null: the plan.'),
        reason: z.string(),
        since: datetimeSchema.describe('First attempt.'),
        until: datetimeSchema.describe('The execution fails then, at no charge, unless an attempt succeeds.'),
      })
      .nullable()
      .describe('Set while the AI provider fails for the moment and is asked again; the credits stay held.'),
    generated_assets: z.array(contentItemResource.schema),
    guardrails_triggered: z.array(
      z.object({ rule: z.string(), step: z.string(), action: z.enum(GUARDRAIL_ACTIONS), message: z.string() }),
    ),
    settings: z.record(z.string(), z.unknown()),
    settings_schema: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'With `include=settings_schema`, while the capability or template is in the catalogue: JSON Schema 2020-12 of `settings`.',
      ),
    context: z.record(z.string(), z.unknown()),
    notify_on_complete: z.boolean(),
  },
  links,
  relationships,
  present({ execution, steps, hits, assets, form }: ExecutionWithForm, context) {
    const summary = summaryOf(execution);
    const plan = { summary: execution.plan_summary ?? '', steps };
    // The partner's own words stay as they are.
    const planContext = execution.template_version === null ? context : { ...context, language: undefined };
    return {
      ...summary,
      attributes: {
        ...summary.attributes,
        execution_plan: steps.length === 0 ? null : planPresenter.present(plan, planContext),
        step_results: steps.map((step) => stepResult.present(step, context)),
        error_message: execution.error_message && translate(execution.error_message, context.language),
        waiting: isOpen(execution.status) ? waitingIn(execution.waiting, context.language) : null,
        generated_assets: assets.map((asset) => contentItemResource.present(asset, context)),
        guardrails_triggered: hits.map((hit) => ({ ...hit, message: translate(hit.message, context.language) })),
        settings: execution.settings,
        ...(form && { settings_schema: translatedSchema(settingsSchema({ settings: form }), context.language) }),
        context: execution.context,
        notify_on_complete: execution.notify_on_complete,
      },
    };
  },
});

/** A step with what the AI was asked and has answered. */
export const exchangeResource = resource({
  type: 'execution_exchange',
  id: z.string().describe('Key of the step.'),
  attributes: {
    title: z.string(),
    kind: z.string(),
    status: z.enum(STEP_STATUSES),
    prompt: z
      .string()
      .nullable()
      .describe(
        'What the step put to the model; null: nothing was asked, it is no longer kept, or it has documents of the platform.',
      ),
    answer: z.string().nullable().describe('As the model wrote it; JSON where the step asked for a form.'),
    is_cut: z.boolean().describe('The prompt or the answer is longer than the 32,000 characters that are kept.'),
    model: z.string().nullable(),
    input_tokens: countSchema.nullable(),
    output_tokens: countSchema.nullable(),
    credits_used: countSchema,
    guardrails: z.array(z.object({ rule: z.string(), action: z.enum(GUARDRAIL_ACTIONS), message: z.string() })),
    reused_from: idSchema.nullable().describe('The execution that this one retries, whose step was taken over.'),
    asked_at: datetimeSchema.nullable().describe('When the answer was saved; null: there is none, or none any more.'),
  },
  present: (step: StepExchange, { language }) => ({
    id: step.key,
    attributes: {
      title: translate(step.title, language),
      is_cut: step.is_cut ?? false,
      guardrails: step.hits.map((hit) => ({ ...hit, message: translate(hit.message, language) })),
    },
  }),
});

function waitingIn(waiting: ExecutionDetail['execution']['waiting'], language: PresentContext['language']) {
  return waiting && { ...waiting, reason: translate(waiting.reason, language) };
}

const acceptedSchema = z.object({ data: executionResource.schema, meta: z.object({ message: z.string() }) });

/** An execution that was accepted. */
export const acceptedExecution = presenter(acceptedSchema, (execution: ExecutionSummary, context) => ({
  data: executionResource.present(execution, context),
  meta: { message: 'The execution was accepted; poll it for its progress.' },
}));

const assetsSchema = z.object({
  data: z.object({
    execution_id: idSchema,
    status: z.enum(EXECUTION_STATUSES),
    content_items: z.array(contentItemResource.schema),
  }),
  meta: z.object({ content_count: z.int() }),
});

/** The assets of an execution so far. */
export const executionAssets = presenter(assetsSchema, ({ execution, assets }: ExecutionDetail, context) => ({
  data: {
    execution_id: execution.id,
    status: execution.status,
    content_items: assets.map((asset) => contentItemResource.present(asset, context)),
  },
  meta: { content_count: assets.length },
}));

function summaryOf(execution: ListedExecution) {
  const self = `/api/v1/content-workflow/executions/${execution.id}`;
  return {
    id: execution.id,
    attributes: {
      status: execution.status,
      priority: execution.priority,
      progress_percentage: execution.progress_percentage,
      credits_used: execution.credits_used,
      capability: execution.capability,
      sandbox: execution.sandbox,
      retried_from: execution.retried_from,
      template_slug: execution.template_slug,
      template_version: execution.template_version,
      trigger_id: execution.trigger_id,
      created_at: datetime(execution.created_at),
      started_at: datetime(execution.started_at),
      completed_at: datetime(execution.completed_at),
    },
    links: { self, assets: `${self}/assets`, events: `${self}/events` },
    relationships: { agent: execution.agent },
  };
}
