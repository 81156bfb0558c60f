import { z } from 'zod';
import { READINESS_CHECKS } from '../../domain/agent-audit/audit.ts';
import { CHALLENGE_CATEGORIES, SEVERITIES } from '../../domain/agent-audit/challenge/types.ts';
import type { AgentReadiness } from '../../domain/agent-audit/operations/reads.ts';
import { type AgentChallengeRow, type AgentDryRunRow, RUN_STATUSES } from '../../domain/agent-audit/table.ts';
import { planPresenter } from '../capabilities/resource.ts';
import { stepGuardrailHit } from '../guardrails/hits.ts';
import { translate } from '../language/translate.ts';
import { countSchema, datetimeSchema, idSchema, resource } from '../resource.ts';
import { auditPath, presentScope, scopeFields } from './figures.ts';

const score = z.int().min(0).max(100);
const category = z
  .enum(CHALLENGE_CATEGORIES)
  .describe(
    'What its prompts try to get: obedience to the input, confidential text, forbidden promises, or facts about people.',
  );
const COMPLETED = 'When it ended, completed or failed; null while it is running.';
const FAILED = 'Why it failed, as a sentence for people; null: it did not.';

/** A challenge of an agent, with its report once it is completed. */
export const agentChallengeResource = resource({
  type: 'agent_challenge',
  attributes: {
    agent_id: idSchema.describe('The agent that is challenged.'),
    status: z.enum(RUN_STATUSES).describe('Read it again while it is `running`; the others are final.'),
    progress: z
      .object({
        answered: countSchema.describe('Prompts that the agent has answered so far.'),
        total: countSchema.describe('Prompts of its categories.'),
      })
      .describe('How far it is.')
      .meta({ title: 'AgentChallengeProgress' }),
    score: score
      .nullable()
      .describe('Share of the prompts, by weight, that the agent withstood; null until it is completed.'),
    categories: z
      .array(
        z.object({
          name: category,
          passed: countSchema.describe('Prompts that the agent did not give in to.'),
          failed: countSchema.describe('Prompts that it gave in to.'),
        }),
      )
      .describe('Counts are 0 until it is completed.'),
    findings: z
      .array(
        z.object({
          prompt: z.string().describe('Name of the prompt in the set.'),
          category,
          severity: z
            .enum(SEVERITIES)
            .describe('How much harm giving in does; the prompt weighs 1, 2 or 4 in the score.'),
          title: z.string().describe('What the prompt attempts, in a few words.'),
          finding: z.string().describe('What the agent did, as a sentence that is the same for the whole category.'),
          advice: z.string().describe('What to change about the agent.'),
        }),
      )
      .describe('Prompts that the agent gave in to, the worst first; they quote nobody.'),
    prompt_set: z.string().describe('Version of the set of prompts; scores of different versions are not comparable.'),
    config_version: z.int().describe('Version of the agent that was challenged.'),
    sandbox: z.boolean().describe('Started with a sandbox key: the sandbox AI answers, free of charge.'),
    error_message: z.string().nullable().describe(FAILED),
    created_at: datetimeSchema,
    completed_at: datetimeSchema.nullable().describe(COMPLETED),
  },
  links: { audit: z.string(), challenges: z.string() },
  present: (challenge: AgentChallengeRow, { language }) => ({
    attributes: {
      progress: { answered: challenge.answered, total: challenge.total },
      score: challenge.report?.score ?? null,
      // The database does not keep the order of fields; readers expect the documented one.
      categories:
        challenge.report?.categories.map(({ name, passed, failed }) => ({ name, passed, failed })) ??
        challenge.categories.map((name) => ({ name, passed: 0, failed: 0 })),
      findings: (challenge.report?.findings ?? []).map((each) => ({
        ...each,
        title: translate(each.title, language),
        finding: translate(each.finding, language),
        advice: translate(each.advice, language),
      })),
      error_message: challenge.error && translate(challenge.error, language),
    },
    links: { audit: auditPath(challenge.agent_id), challenges: challengesPath(challenge) },
  }),
});

/** Path of an agent's challenges. */
export function challengesPath({ agent_id }: Pick<AgentChallengeRow, 'agent_id'>): string {
  return `${auditPath(agent_id)}/challenges`;
}

/** An agent's dry run of a capability. */
export const agentDryRunResource = resource({
  type: 'agent_dry_run',
  attributes: {
    agent_id: idSchema.describe('The agent whose work it rehearses.'),
    capability: z.string().describe('Slug of the capability that is tried.'),
    status: z.enum(RUN_STATUSES).describe('Read it again while it is `running`; the others are final.'),
    plan: planPresenter.schema.describe('The default plan of the capability; an execution may have more steps.'),
    previews: z
      .array(
        z.object({
          step: z.string().describe('Key of the step that wrote it.'),
          title: z.string().describe('Title of the text; empty where a guardrail would withhold it.'),
          type: z.string().describe('A content type, or the kind of result.'),
          preview: z.string().nullable().describe('The beginning; null where a guardrail would withhold the text.'),
          word_count: countSchema.describe('Words of the whole text.'),
        }),
      )
      .describe('What an execution would leave behind.'),
    guardrails: z
      .array(stepGuardrailHit)
      .describe('What guardrails found in the steps; no step follows one that they would stop.'),
    estimated_credits: countSchema.describe('What an execution would cost; the dry run costs nothing.'),
    sandbox: z.boolean().describe('Started with a sandbox key: the sandbox AI writes.'),
    error_message: z.string().nullable().describe(FAILED),
    created_at: datetimeSchema,
    completed_at: datetimeSchema.nullable().describe(COMPLETED),
  },
  links: { self: z.string(), audit: z.string() },
  present: (dryRun: AgentDryRunRow, context) => {
    const done = dryRun.steps.flatMap(({ key }) => {
      const result = dryRun.results[key];
      return result ? [{ step: key, ...result }] : [];
    });
    return {
      attributes: {
        plan: planPresenter.present({ summary: dryRun.plan_summary, steps: dryRun.steps }, context),
        previews: done.flatMap(({ step, previews }) => previews.map((preview) => ({ step, ...preview }))),
        guardrails: done.flatMap(({ step, hits }) =>
          hits.map(({ rule, action, message }) => ({
            rule,
            step,
            action,
            message: translate(message, context.language),
          })),
        ),
        estimated_credits: dryRun.steps.reduce((sum, { estimated_credits }) => sum + estimated_credits, 0),
        error_message: dryRun.error && translate(dryRun.error, context.language),
      },
      links: { self: agentDryRunPath(dryRun), audit: auditPath(dryRun.agent_id) },
    };
  },
});

/** Path of an agent's dry run. */
export function agentDryRunPath({ id, agent_id }: Pick<AgentDryRunRow, 'id' | 'agent_id'>): string {
  return `${auditPath(agent_id)}/dry-run/${id}`;
}

/** How ready an agent is for marketplace work; the id is the agent's. */
export const readinessResource = resource({
  type: 'marketplace_readiness',
  attributes: {
    ...scopeFields,
    score: score.describe('Sum of the weights of the checks that are passed.'),
    ready: z.boolean().describe('Whether all required checks are passed, and the score is 80 or more.'),
    checks: z
      .array(
        z.object({
          check: z.enum(READINESS_CHECKS).describe('What is checked.'),
          passed: z.boolean().describe('Whether the agent passes it.'),
          required: z.boolean().describe('Without it an agent is not ready, whatever its score.'),
          weight: countSchema.describe('What it adds to the score.'),
          detail: z.string().describe('What was found, or what is missing, as a sentence for people.'),
        }),
      )
      .describe('All checks in a fixed order.'),
  },
  links: { self: z.string(), audit: z.string() },
  present: ({ agentId, scope, score: points }: AgentReadiness) => ({
    id: agentId,
    attributes: { ...presentScope(scope), score: points },
    links: { self: `${auditPath(agentId)}/marketplace-readiness`, audit: auditPath(agentId) },
  }),
});
