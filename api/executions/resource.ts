import { z } from 'zod';
import { settingsSchema } from '../../domain/capabilities/request.ts';
import { STEP_KINDS } from '../../domain/capabilities/types.ts';
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
      'It has ended once it is `completed`, `failed` or `cancelled`; `archived` is one that was put away afterwards.',
    ),
  priority: z.enum(PRIORITIES).describe('Which of your executions goes first where several wait.'),
  progress_percentage: z.int().describe('0 to 100; an execution that fails or is cancelled keeps what it had reached.'),
  credits_used: countSchema.describe(
    'Credits that it was charged: 0 until it is completed, and where it failed or was cancelled.',
  ),
  capability: z.string().describe('Slug of the capability, or of the template.'),
  sandbox: z.boolean().describe('Started with a sandbox key: the sandbox AI works for it, free of charge.'),
  retried_from: idSchema
    .nullable()
    .describe('The failed or cancelled execution that it retries; null: it retries none.'),
  template_slug: z.string().nullable().describe('The template that was executed; `capability` is its slug, too.'),
  template_version: countSchema
    .nullable()
    .describe('Of a template of your own: the version that its plan was made by.'),
  trigger_id: idSchema.nullable().describe('The trigger that started it.'),
  created_at: datetimeSchema,
  started_at: datetimeSchema.nullable().describe('When planning began; null: not yet.'),
  completed_at: datetimeSchema.nullable().describe('When it ended, with whatever outcome; null while it is open.'),
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
        '`pending` in an ended execution: never begun; `cancelled`: the execution was, or a step that it needs failed.',
      ),
    started_at: datetimeSchema.nullable().describe('When its first attempt began; null: not yet.'),
    completed_at: datetimeSchema.nullable().describe('When it ended, with whatever outcome; null: it has not.'),
    credits_used: countSchema.describe(
      'Its share of the price once it is completed; charged only if the execution completes.',
    ),
    attempts: countSchema.describe('How often it was begun; more than 1 where an attempt failed or was lost.'),
    summary: z.string().nullable().describe('What it did, or why it failed, in a sentence; null: nothing to say yet.'),
    output: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('What it produced, null until then; `type` is its form, such as `content`, `findings` or `answer`.'),
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
    execution_plan: planPresenter.schema.nullable().describe('What it does step by step; null: it is not planned yet.'),
    step_results: z
      .array(stepResult.schema)
      .describe('The steps of the plan with their results, in the order of the plan.'),
    error_message: z
      .string()
      .nullable()
      .describe('Why it failed and what can be done, as a sentence; null: it did not fail.'),
    waiting: z
      .object({
        step: z.string().nullable().describe('Key of the step; null: the plan.'),
        reason: z.string().describe('What the AI provider fails at, as a sentence.'),
        since: datetimeSchema.describe('First attempt.'),
        until: datetimeSchema.describe('The execution fails then, at no charge, unless an attempt succeeds.'),
      })
      .nullable()
      .describe('Set while the AI provider fails for the moment and is asked again; the credits stay held.'),
    generated_assets: z
      .array(contentItemResource.schema)
      .describe('The content items that it has made so far, without their texts.'),
    guardrails_triggered: z
      .array(stepGuardrailHit)
      .describe('What guardrails found in the outputs of its steps; empty: nothing.'),
    settings: z
      .record(z.string(), z.unknown())
      .describe('The settings, or the input of the template, with defaults in place of what was left out.'),
    settings_schema: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'With `include=settings_schema`, while the capability or template is in the catalogue: JSON Schema 2020-12 of `settings`.',
      ),
    context: z
      .record(z.string(), z.unknown())
      .describe(
        'The context that was given, with what it names (a brand voice, passages of documents) as it was then.',
      ),
    notify_on_complete: z.boolean().describe('Whether `content.generated` is published however it ends.'),
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
    kind: z.enum(STEP_KINDS).describe('Kind of the step, as in the plan.'),
    status: z
      .enum(STEP_STATUSES)
      .describe(
        '`pending` in an ended execution: never begun; `cancelled`: the execution was, or a step that it needs failed.',
      ),
    prompt: z
      .string()
      .nullable()
      .describe(
        'What the step put to the model; null: nothing was asked, it is no longer kept, or it has documents of the platform.',
      ),
    answer: z.string().nullable().describe('As the model wrote it; JSON where the step asked for a form.'),
    is_cut: z.boolean().describe('The prompt or the answer is longer than the 32,000 characters that are kept.'),
    model: z.string().nullable().describe('Model that answered; null: none was asked, or that is not known.'),
    input_tokens: countSchema
      .nullable()
      .describe('Tokens of the question by the provider’s count; null: none was asked, or it gave no count.'),
    output_tokens: countSchema
      .nullable()
      .describe('Tokens of the answer by the provider’s count; null: none was asked, or it gave no count.'),
    credits_used: countSchema.describe(
      'Its share of the price once it is completed; charged only if the execution completes.',
    ),
    guardrails: z.array(guardrailHit).describe('What guardrails found in the output of the step; empty: nothing.'),
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
    execution_id: idSchema.describe('The execution of the path.'),
    status: z.enum(EXECUTION_STATUSES).describe('Status of the execution: while it is open, more items may come.'),
    content_items: z.array(contentItemResource.schema).describe('What it has made so far, oldest first.'),
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
