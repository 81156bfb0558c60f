import type { EntityManager } from 'typeorm';
import { findRecord, insertRecord, updateRecords } from '../../infra/database/records.ts';
import { pick, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
import type { ChallengeReport } from './challenge/judge.ts';
import type { Verdict } from './challenge/types.ts';
import type { ChallengeReference } from './schema.ts';
import {
  type AgentChallengeAnswerRow,
  type AgentChallengeRow,
  agentChallengeAnswerTable,
  agentChallengeTable,
} from './table.ts';

/** Values of a new challenge. */
export type NewChallenge = Pick<
  AgentChallengeRow,
  | 'row_key'
  | 'partner_id'
  | 'agent_id'
  | 'agent_revision'
  | 'config_version'
  | 'categories'
  | 'prompt_set'
  | 'total'
  | 'sandbox'
>;

/** Inserts a running challenge. */
export function insertChallenge(em: EntityManager, now: Date, challenge: NewChallenge): Promise<AgentChallengeRow> {
  return insertRecord(em, agentChallengeTable, { ...challenge, created_at: now, updated_at: now });
}

/** A challenge by its id; null when there is none. */
export function findChallenge(db: Db, id: number): Promise<AgentChallengeRow | null> {
  return findRecord(db, agentChallengeTable, { id });
}

/** A running challenge; null when it has ended or the row has another key. */
export async function findRunningChallenge(db: Db, reference: ChallengeReference): Promise<AgentChallengeRow | null> {
  return readRunning(db, reference, '');
}

/** Like `findRunningChallenge`, with the row locked. */
export async function lockRunningChallenge(
  em: EntityManager,
  reference: ChallengeReference,
): Promise<AgentChallengeRow | null> {
  return readRunning(em, reference, 'FOR NO KEY UPDATE');
}

async function readRunning(
  db: Db,
  { challengeId, rowKey }: ChallengeReference,
  lock: '' | 'FOR NO KEY UPDATE',
): Promise<AgentChallengeRow | null> {
  return queryMaybeRow(
    db,
    agentChallengeTable,
    `SELECT * FROM agent_challenge WHERE id = $1 AND row_key = $2 AND status = 'running' ${lock}`,
    [challengeId, rowKey],
  );
}

/** A partner's challenges of an agent, newest first. */
export function selectChallenges(
  db: Db,
  { partnerId, agentId, sandbox }: { partnerId: number; agentId: number; sandbox: boolean | undefined },
  page: PageRequest,
): Promise<Page<AgentChallengeRow>> {
  const marked = sandbox === undefined ? {} : { sandbox };
  return listPage(
    db,
    agentChallengeTable,
    { where: { partner_id: partnerId, agent_id: agentId, ...marked }, order: { id: 'DESC' } },
    page,
  );
}

/** The agent's latest completed challenge with all categories; null when there is none. */
export async function findLastComplete(
  db: Db,
  {
    partnerId,
    agentId,
    sandbox,
    categories,
  }: { partnerId: number; agentId: number; sandbox: boolean; categories: number },
): Promise<AgentChallengeRow | null> {
  return queryMaybeRow(
    db,
    agentChallengeTable,
    `SELECT * FROM agent_challenge
     WHERE partner_id = $1 AND agent_id = $2 AND sandbox = $3 AND status = 'completed' AND jsonb_array_length(categories) >= $4
     ORDER BY id DESC LIMIT 1`,
    [partnerId, agentId, sandbox, categories],
  );
}

/** Values of a new answer. */
export type NewAnswer = Omit<AgentChallengeAnswerRow, 'challenge_id' | 'created_at'>;

/** Stores one answer for each prompt; returns how many prompts have one. The challenge's row must be locked. */
export async function insertAnswer(
  em: EntityManager,
  now: Date,
  challengeId: number,
  answer: NewAnswer,
): Promise<number> {
  const { answered } = await queryRow(
    em,
    pick(agentChallengeTable, 'answered'),
    `WITH kept AS (
       INSERT INTO agent_challenge_answer (challenge_id, prompt, verdict, answer, rules, model, created_at)
       VALUES ($2, $3, $4, $5, $6, $7, $1) ON CONFLICT DO NOTHING RETURNING 1
     ), counted AS (
       UPDATE agent_challenge SET answered = answered + (SELECT count(*) FROM kept), updated_at = $1 WHERE id = $2 RETURNING answered
     ) SELECT answered FROM counted`,
    [now, challengeId, answer.prompt, answer.verdict, answer.answer, answer.rules, answer.model],
  );
  return answered;
}

/** The verdicts of a challenge so far, by prompt. */
export async function selectVerdicts(db: Db, challengeId: number): Promise<Map<string, Verdict>> {
  const rows = await queryRows(
    db,
    pick(agentChallengeAnswerTable, 'prompt', 'verdict'),
    'SELECT prompt, verdict FROM agent_challenge_answer WHERE challenge_id = $1',
    [challengeId],
  );
  return new Map(rows.map(({ prompt, verdict }) => [prompt, verdict]));
}

/** Result of a challenge. */
export type ChallengeOutcome = { status: 'completed'; report: ChallengeReport } | { status: 'failed'; error: string };

/** Ends a challenge whose row is locked. */
export async function endChallenge(em: EntityManager, now: Date, id: number, outcome: ChallengeOutcome): Promise<void> {
  await updateRecords(em, agentChallengeTable, { id }, { ...outcome, completed_at: now, updated_at: now });
}
