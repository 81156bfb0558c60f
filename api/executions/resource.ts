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
import { planPresenter } from '../capabilities/resource.ts';
import { contentItemResource } from '../content-items/resource.ts';
import { guardrailHit, stepGuardrailHit } from '../guardrails/hits.ts';
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
  status: z
    .enum(EXECUTION_STATUSES)
    .describe(
      'It has ended when `completed`, `failed` or `cancelled`; `archived` means that it was archived after it ended.',
    ),
  priority: z.enum(PRIORITIES).describe('Which of your waiting executions runs first.'),
  progress_percentage: z.int().describe('0 to 100; failed and cancelled executions keep the progress reached.'),
  credits_used: countSchema.describe('Credits charged; 0 unless completed.'),
  capability: z.string().describe('Slug of the capability or template.'),
  sandbox: z.boolean().describe('Started with a sandbox key: uses the sandbox AI, free of charge.'),
  retried_from: idSchema.nullable().describe('The failed or cancelled execution that this one retries; null if none.'),
  template_slug: z.string().nullable().describe('The template executed; `capability` has its slug too.'),
  template_version: countSchema
    .nullable()
    .describe('For a template of your own: the version that the plan is based on.'),
  trigger_id: idSchema.nullable().describe('The trigger that started the execution.'),
  created_at: datetimeSchema,
  started_at: datetimeSchema.nullable().describe('When planning began; null if it has not begun.'),
  completed_at: datetimeSchema.nullable().describe('When it ended, whatever the outcome; null while it is open.'),
};
const links = { self: z.string(), assets: z.string(), events: z.string() };
/** The agent of an execution. */
export const agentSummary = z.object({
  id: idSchema,
  name: z.string().describe('Name of the agent as it is now.'),
  type: z.string(),
});
const relationships = { agent: agentSummary };

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
    key: z.string().describe('Key of the step in the plan.'),
    status: z
      .enum(STEP_STATUSES)
      .describe(
        'In an ended execution, `pending` means never begun; `cancelled` means that the execution was cancelled or a step that it depends on failed.',
      ),
    started_at: datetimeSchema.nullable().describe('When its first attempt began; null if not yet.'),
    completed_at: datetimeSchema.nullable().describe('When it ended, whatever the outcome; null if it has not.'),
    credits_used: countSchema.describe(
      'Its share of the price once it is completed; charged only if the execution completes.',
    ),
    attempts: countSchema.describe('Number of attempts; more than 1 if an attempt failed or was lost.'),
    summary: z
      .string()
      .nullable()
      .describe('What it did, or why it failed, in one sentence; null if there is nothing to report yet.'),
    output: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Its output, null until then; `type` is the format, such as `content`, `findings` or `answer`.'),
    reused_from: idSchema.nullable().describe('The execution whose result a retry reused.'),
  }),
  (step: ExecutionStepRow) => ({ output: step.output }),
);

/** An execution with plan, results and assets. */
export const executionDetailResource = resource({
  type: 'execution',
  name: 'ExecutionDetail',
  attributes: {
    ...attributes,
    execution_plan: planPresenter.schema.nullable().describe('The plan; null before planning.'),
    step_results: z.array(stepResult.schema).describe('The steps of the plan with their results, in plan order.'),
    error_message: z
      .string()
      .nullable()
      .describe('Why it failed and what to do, in one sentence; null unless it failed.'),
    waiting: z
      .object({
        step: z.string().nullable().describe('Key of the step; null for the plan.'),
        reason: z.string().describe("The AI provider's problem, in one sentence."),
        since: datetimeSchema.describe('When the first attempt was made.'),
        until: datetimeSchema.describe('When the execution fails, at no charge, unless an attempt succeeds.'),
      })
      .nullable()
      .describe('Set while the AI provider has a temporary failure and is retried; the credits stay held.'),
    generated_assets: z
      .array(contentItemResource.schema)
      .describe('Content items created so far, without their texts.'),
    guardrails_triggered: z
      .array(stepGuardrailHit)
      .describe('What guardrails found in the step outputs; empty if nothing.'),
    settings: z.record(z.string(), z.unknown()).describe("The settings, or the template's input, including defaults."),
    settings_schema: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'With `include=settings_schema`, while the capability or template is in the catalog: JSON Schema 2020-12 of `settings`.',
      ),
    context: z
      .record(z.string(), z.unknown())
      .describe('The given context, with what it references (brand voice, document passages) as it was at that time.'),
    notify_on_complete: z.boolean().describe('Whether `content.generated` is published whatever the outcome.'),
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
    title: z.string().describe('What the step does.'),
    kind: z.string().describe('Kind of the step, as in the plan.'),
    status: z
      .enum(STEP_STATUSES)
      .describe(
        'In an ended execution, `pending` means never begun; `cancelled` means that the execution was cancelled or a step that it depends on failed.',
      ),
    prompt: z
      .string()
      .nullable()
      .describe(
        'The prompt sent to the model; null if there was none, it is no longer kept, or it contains documents of the platform.',
      ),
    answer: z.string().nullable().describe("The model's raw answer; JSON if the step asked for a format."),
    is_cut: z.boolean().describe('The prompt or answer was cut to the 32,000 characters that are kept.'),
    model: z.string().nullable().describe('Model that answered; null if none was called, or it is unknown.'),
    input_tokens: countSchema
      .nullable()
      .describe('Input tokens as counted by the provider; null if no model was called, or there is no count.'),
    output_tokens: countSchema
      .nullable()
      .describe('Output tokens as counted by the provider; null if no model was called, or there is no count.'),
    credits_used: countSchema.describe(
      'Its share of the price once it is completed; charged only if the execution completes.',
    ),
    guardrails: z.array(guardrailHit).describe("What guardrails found in the step's output; empty if nothing."),
    reused_from: idSchema.nullable().describe('The execution that this one retries, whose step was reused.'),
    asked_at: datetimeSchema
      .nullable()
      .describe('When the answer was saved; null if there is none, or it is no longer kept.'),
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

const acceptedSchema = z.object({
  data: executionResource.schema,
  meta: z.object({ message: z.string().describe('What to do next, as a sentence for people.') }),
});

/** An execution that was accepted. */
export const acceptedExecution = presenter(acceptedSchema, (execution: ExecutionSummary, context) => ({
  data: executionResource.present(execution, context),
  meta: { message: 'The execution was accepted; poll it for its progress.' },
}));

const assetsSchema = z.object({
  data: z.object({
    execution_id: idSchema.describe('The execution in the path.'),
    status: z.enum(EXECUTION_STATUSES).describe('Status of the execution: more items may follow while it is open.'),
    content_items: z.array(contentItemResource.schema).describe('Items created so far, oldest first.'),
  }),
  meta: z.object({ content_count: z.int().describe('Number of `content_items`.') }),
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
