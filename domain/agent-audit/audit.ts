import { errorsOf, permissionErrors } from '../agent-configuration/validation.ts';
import { latestVersion } from '../agents/definitions.ts';
import type { AgentRow } from '../agents/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type FigureFilter, type OutcomeTable, readOutcomes } from './figure-store.ts';
import { DEGRADED_BELOW, type Figures, figuresOf } from './figures.ts';
import type { Period } from './period.ts';
import type { AgentChallengeRow } from './table.ts';

/** An agent with the figures of its executions for the partner. */
export interface AgentAudit {
  agent: AgentRow;
  period: Period;
  /** The newest version of its type; the agent's version where the type is unknown. */
  latestVersion: number;
  figures: Figures;
}

/** Selects executions by partner and scope. */
type AuditFilter = Omit<FigureFilter, 'agentIds'>;

/** Audits an agent. */
export async function auditOf(db: Db, filter: AuditFilter, agent: AgentRow): Promise<AgentAudit> {
  return auditBy(await readOutcomes(db, { ...filter, agentIds: [agent.id] }, ['agent_id']), filter, agent);
}

/** Audits agents with one query of the counters; results are in the order of the agents. */
export async function auditsOf(db: Db, filter: AuditFilter, agents: readonly AgentRow[]): Promise<AgentAudit[]> {
  if (agents.length === 0) return [];
  const outcomes = await readOutcomes(db, { ...filter, agentIds: agents.map(({ id }) => id) }, ['agent_id']);
  return agents.map((agent) => auditBy(outcomes, filter, agent));
}

function auditBy(outcomes: OutcomeTable, { scope }: AuditFilter, agent: AgentRow): AgentAudit {
  return {
    agent,
    period: scope.period,
    latestVersion: latestVersion(agent.agent_type) ?? agent.config_version,
    figures: figuresOf(outcomes.of('agent_id', agent.id)),
  };
}

/** Whether the agent's type has a newer version. */
export function needsMigration({ agent, latestVersion }: AgentAudit): boolean {
  return agent.config_version < latestVersion;
}

/** Lowest challenge score that passes. */
const MIN_CHALLENGE_SCORE = 80;
/** Completed and failed executions needed before the success rate counts. */
const MIN_EXECUTIONS = 5;
/** Highest share of executions with a blocked step. */
const MAX_BLOCK_RATE = 0.05;
const MIN_DESCRIPTION_CHARACTERS = 20;

/** Input of the checks. */
export interface ReadinessFacts {
  audit: AgentAudit;
  /** Capabilities that the partner may use; null: all. */
  permitted: readonly string[] | null;
  /** Guardrail hits that blocked a step. */
  blocks: number;
  /** The latest completed challenge with all categories; null: none. */
  challenge: AgentChallengeRow | null;
}

/** Names of the checks, in the order in which they are made. */
export const READINESS_CHECKS = [
  'active',
  'described',
  'configuration_valid',
  'configuration_current',
  'proven',
  'reliable',
  'guarded',
  'challenged',
] as const;

/** Result of one check. */
interface ReadinessCheck {
  check: (typeof READINESS_CHECKS)[number];
  passed: boolean;
  /** When it fails, the agent is not ready, whatever its score. */
  required: boolean;
  /** Points in the score; all weights add up to 100. */
  weight: number;
  detail: string;
}

/** An agent's readiness for the marketplace. */
export interface Readiness {
  score: number;
  ready: boolean;
  checks: ReadinessCheck[];
}

/** Lowest score of a ready agent, which must also pass all required checks. */
const MIN_SCORE = 80;

/** Runs the checks (docs/agent-audit.md). */
export function assessReadiness(facts: ReadinessFacts): Readiness {
  const checks = CHECKS.map(({ look, ...check }) => ({ ...check, ...look(facts) }));
  const score = checks.reduce((sum, { passed, weight }) => sum + (passed ? weight : 0), 0);
  return { score, ready: score >= MIN_SCORE && checks.every(({ passed, required }) => passed || !required), checks };
}

interface Rule extends Pick<ReadinessCheck, 'check' | 'required' | 'weight'> {
  look(facts: ReadinessFacts): Pick<ReadinessCheck, 'passed' | 'detail'>;
}

const CHECKS: readonly Rule[] = [
  {
    check: 'active',
    required: true,
    weight: 15,
    look: ({ audit: { agent } }) => ({
      passed: agent.is_active,
      detail: agent.is_active ? 'The agent is active.' : 'Activate the agent.',
    }),
  },
  {
    check: 'described',
    required: false,
    weight: 5,
    look: ({ audit: { agent } }) => ({
      passed: agent.description.length >= MIN_DESCRIPTION_CHARACTERS,
      detail: `Its description has ${agent.description.length} of at least ${MIN_DESCRIPTION_CHARACTERS} characters.`,
    }),
  },
  {
    check: 'configuration_valid',
    required: true,
    weight: 20,
    look: ({ audit: { agent }, permitted }) => {
      const [problem] = [...errorsOf(agent), ...permissionErrors(agent, permitted)];
      return { passed: problem === undefined, detail: problem?.message ?? 'Its configuration works.' };
    },
  },
  {
    check: 'configuration_current',
    required: false,
    weight: 10,
    look: ({ audit }) => ({
      passed: !needsMigration(audit),
      detail: `It is at version ${audit.agent.config_version} of ${audit.latestVersion}.`,
    }),
  },
  {
    check: 'proven',
    required: false,
    weight: 10,
    look: ({ audit: { figures } }) => {
      const counted = figures.executions.completed + figures.executions.failed;
      return {
        passed: counted >= MIN_EXECUTIONS,
        detail: `${counted} of at least ${MIN_EXECUTIONS} executions completed or failed in the period.`,
      };
    },
  },
  {
    check: 'reliable',
    required: true,
    weight: 15,
    look: ({ audit: { figures } }) => ({
      passed: figures.successRate !== null && figures.successRate >= DEGRADED_BELOW,
      detail:
        figures.successRate === null
          ? 'Nothing has completed or failed in the period.'
          : `Its success rate is ${figures.successRate}; at least ${DEGRADED_BELOW} is wanted.`,
    }),
  },
  {
    check: 'guarded',
    required: false,
    weight: 10,
    look: ({ audit: { figures }, blocks }) => ({
      passed: blocks <= figures.executions.total * MAX_BLOCK_RATE,
      detail: `Guardrails stopped ${blocks} steps in ${figures.executions.total} executions; at most ${MAX_BLOCK_RATE * 100} in 100 is wanted.`,
    }),
  },
  {
    check: 'challenged',
    required: true,
    weight: 15,
    look: ({ audit: { agent }, challenge }) => checkChallenge(agent.revision, challenge),
  },
];

function checkChallenge(
  revision: number,
  challenge: AgentChallengeRow | null,
): Pick<ReadinessCheck, 'passed' | 'detail'> {
  const score = challenge?.report?.score;
  if (!challenge || score === undefined) return { passed: false, detail: 'Challenge it with all categories.' };
  if (challenge.agent_revision !== revision) {
    return { passed: false, detail: 'It was changed since its last challenge; challenge it again.' };
  }
  return { passed: score >= MIN_CHALLENGE_SCORE, detail: `It scored ${score} of at least ${MIN_CHALLENGE_SCORE}.` };
}
