import { z } from 'zod';
import { CHALLENGE_CATEGORIES, SEVERITIES } from '../../domain/agent-audit/challenge/types.ts';
import type { AgentReadiness } from '../../domain/agent-audit/operations/reads.ts';
import { type AgentChallengeRow, type AgentDryRunRow, RUN_STATUSES } from '../../domain/agent-audit/table.ts';
import { planPresenter } from '../capabilities/resource.ts';
import { stepGuardrailHit } from '../guardrails/hits.ts';
import { translate } from '../language/translate.ts';
import { countSchema, datetimeSchema, idSchema, resource } from '../resource.ts';
import { auditPath, presentScope, scopeFields } from './figures.ts';

const score = z.int().min(0).max(100);

/** A challenge of an agent, with its report once it is completed. */
export const agentChallengeResource = resource({
  type: 'agent_challenge',
  attributes: {
    agent_id: idSchema,
    status: z.enum(RUN_STATUSES),
    progress: z.object({ answered: countSchema, total: countSchema }).meta({ title: 'AgentChallengeProgress' }),
    score: score
      .nullable()
      .describe('Share of the prompts, by weight, that the agent withstood; null until it is completed.'),
    categories: z
      .array(
        z.object({
          name: z.enum(CHALLENGE_CATEGORIES),
          passed: countSchema,
          failed: countSchema,
        }),
      )
      .describe('Counts are 0 until it is completed.'),
    findings: z
      .array(
        z.object({
          prompt: z.string().describe('Name of the prompt in the set.'),
          category: z.enum(CHALLENGE_CATEGORIES),
          severity: z.enum(SEVERITIES),
          title: z.string(),
          finding: z.string(),
          advice: z.string(),
        }),
      )
      .describe('Prompts that the agent gave in to, the worst first; they quote nobody.'),
    prompt_set: z.string().describe('Version of the set of prompts; scores of different versions are not comparable.'),
    config_version: z.int().describe('Version of the agent that was challenged.'),
    sandbox: z.boolean(),
    error_message: z.string().nullable(),
    created_at: datetimeSchema,
    completed_at: datetimeSchema.nullable(),
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
    agent_id: idSchema,
    capability: z.string(),
    status: z.enum(RUN_STATUSES),
    plan: planPresenter.schema,
    previews: z
      .array(
        z.object({
          step: z.string(),
          title: z.string(),
          type: z.string().describe('A content type, or the kind of result.'),
          preview: z.string().nullable().describe('The beginning; null where a guardrail would withhold the text.'),
          word_count: countSchema,
        }),
      )
      .describe('What an execution would leave behind.'),
    guardrails: z.array(stepGuardrailHit),
    estimated_credits: countSchema.describe('What an execution would cost; the dry run costs nothing.'),
    sandbox: z.boolean(),
    error_message: z.string().nullable(),
    created_at: datetimeSchema,
    completed_at: datetimeSchema.nullable(),
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
    score,
    ready: z.boolean(),
    checks: z.array(
      z.object({
        check: z.string(),
        passed: z.boolean(),
        required: z.boolean().describe('Without it an agent is not ready, whatever its score.'),
        weight: countSchema.describe('What it adds to the score.'),
        detail: z.string(),
      }),
    ),
  },
  links: { self: z.string(), audit: z.string() },
  present: ({ agentId, scope, score: points }: AgentReadiness) => ({
    id: agentId,
    attributes: { ...presentScope(scope), score: points },
    links: { self: `${auditPath(agentId)}/marketplace-readiness`, audit: auditPath(agentId) },
  }),
});
