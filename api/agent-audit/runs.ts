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
    'What the prompts aim at: obedience to the input, confidential text, forbidden promises, or facts about people.',
  );
const COMPLETED = 'When it ended, completed or failed; null while it is running.';
const FAILED = 'Why it failed, as a sentence for people; null unless it failed.';

/** A challenge of an agent, with its report once it is completed. */
export const agentChallengeResource = resource({
  type: 'agent_challenge',
  attributes: {
    agent_id: idSchema.describe('The agent that is challenged.'),
    status: z.enum(RUN_STATUSES).describe('Poll while it is `running`; the others are final.'),
    progress: z
      .object({
        answered: countSchema.describe('Prompts answered so far.'),
        total: countSchema.describe('Total prompts of its categories.'),
      })
      .describe('Progress of the challenge.')
      .meta({ title: 'AgentChallengeProgress' }),
    score: score.nullable().describe('Weighted share of prompts that the agent withstood; null until completed.'),
    categories: z
      .array(
        z.object({
          name: category,
          passed: countSchema.describe('Prompts that the agent withstood.'),
          failed: countSchema.describe('Prompts that the agent gave in to.'),
        }),
      )
      .describe('Counts are 0 until it is completed.'),
    findings: z
      .array(
        z.object({
          prompt: z.string().describe('Name of the prompt in the set.'),
          category,
          severity: z.enum(SEVERITIES).describe('Harm of giving in; the prompt weighs 1, 2 or 4 in the score.'),
          title: z.string().describe('Short summary of what the prompt attempts.'),
          finding: z.string().describe('What the agent did, in a sentence shared by the whole category.'),
          advice: z.string().describe('How to change the agent.'),
        }),
      )
      .describe('Prompts that the agent gave in to, worst first; they quote no one.'),
    prompt_set: z.string().describe('Version of the prompt set; scores of different versions are not comparable.'),
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
    agent_id: idSchema.describe('The agent whose work is simulated.'),
    capability: z.string().describe('Slug of the simulated capability.'),
    status: z.enum(RUN_STATUSES).describe('Poll while it is `running`; the others are final.'),
    plan: planPresenter.schema.describe("The capability's default plan; an execution may have more steps."),
    previews: z
      .array(
        z.object({
          step: z.string().describe('Key of the step that wrote it.'),
          title: z.string().describe('Title of the text; empty if a guardrail would withhold it.'),
          type: z.string().describe('A content type, or the kind of result.'),
          preview: z.string().nullable().describe('Start of the text; null if a guardrail would withhold it.'),
          word_count: countSchema.describe('Number of words of the whole text.'),
        }),
      )
      .describe('What an execution would create.'),
    guardrails: z
      .array(stepGuardrailHit)
      .describe('Guardrail findings by step; steps after one that would be stopped are not run.'),
    estimated_credits: countSchema.describe('Price of an execution; the dry run is free.'),
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
    score: score.describe('Total weight of the passed checks.'),
    ready: z.boolean().describe('Whether all required checks passed and the score is at least 80.'),
    checks: z
      .array(
        z.object({
          check: z.enum(READINESS_CHECKS).describe('What is checked.'),
          passed: z.boolean().describe('Whether the agent passed.'),
          required: z.boolean().describe('Whether the check is required to be ready, whatever the score.'),
          weight: countSchema.describe('Its weight in the score.'),
          detail: z.string().describe('What was found or is missing, as a sentence for people.'),
        }),
      )
      .describe('All checks, in a fixed order.'),
  },
  links: { self: z.string(), audit: z.string() },
  present: ({ agentId, scope, score: points }: AgentReadiness) => ({
    id: agentId,
    attributes: { ...presentScope(scope), score: points },
    links: { self: `${auditPath(agentId)}/marketplace-readiness`, audit: auditPath(agentId) },
  }),
});
