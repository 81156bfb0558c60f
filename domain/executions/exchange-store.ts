import type { CommitStatement } from '../../infra/database/port.ts';
import type { RowOf } from '../../infra/database/sql.ts';
import { boolean, integer, json, text, timestamp, varchar } from '../../infra/database/table.ts';
import type { ModelAnswer } from '../capabilities/ask.ts';
import type { GuardrailHit } from '../guardrails/types.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { truncate } from '../kernel/words.ts';
import { executionStepTable } from './table.ts';

/** Longest prompt and longest answer that are kept, characters each. */
const MAX_CHARACTERS = 32_000;

/** What a step asked the AI, and its answer. */
export type Exchange = Pick<ModelAnswer, 'answer' | 'model' | 'usage'> & {
  /** null: it has what is not the partner's. */
  prompt: string | null;
};

/** The statement that keeps what a step asked and was answered; of a repeated step, the newest. */
export function exchangeStatement(
  now: Date,
  { executionId, step }: { executionId: number; step: string },
  { prompt, answer, model, usage }: Exchange,
): CommitStatement {
  const given = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const isCut = Math.max(given.length, prompt?.length ?? 0) > MAX_CHARACTERS;
  return {
    text: `INSERT INTO execution_exchange (execution_id, step, model, input_tokens, output_tokens, prompt, answer, is_cut, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (execution_id, step) DO UPDATE SET model = excluded.model, input_tokens = excluded.input_tokens,
       output_tokens = excluded.output_tokens, prompt = excluded.prompt, answer = excluded.answer, is_cut = excluded.is_cut,
       created_at = excluded.created_at`,
    values: [
      executionId,
      step,
      model,
      usage?.inputTokens ?? null,
      usage?.outputTokens ?? null,
      prompt === null ? null : kept(prompt),
      kept(given),
      isCut,
      now,
    ],
  };
}

/** The database takes no NUL. */
function kept(given: string): string {
  return truncate(given, MAX_CHARACTERS).replaceAll('\0', '');
}

/** A step of an execution with what the AI was asked and has answered, while that is kept. */
const COLUMNS = {
  key: executionStepTable.columns.key,
  title: executionStepTable.columns.title,
  kind: executionStepTable.columns.kind,
  status: executionStepTable.columns.status,
  credits_used: executionStepTable.columns.credits_used,
  reused_from: executionStepTable.columns.reused_from,
  model: varchar(120).nullable(),
  input_tokens: integer().nullable(),
  output_tokens: integer().nullable(),
  prompt: text().nullable(),
  answer: text().nullable(),
  is_cut: boolean().nullable(),
  asked_at: timestamp().nullable(),
  hits: json<Pick<GuardrailHit, 'rule' | 'action' | 'message'>[]>(),
};

/** A step with its exchange; what is null is not kept, or was never there. */
export type StepExchange = RowOf<typeof COLUMNS>;

/** The steps of an execution in the order of its plan. What a retry took over has the exchange of the execution that made it. */
export function selectExchanges(db: Db, executionId: number, page: PageRequest): Promise<Page<StepExchange>> {
  return selectPage(
    db,
    {
      columns: COLUMNS,
      select: `s.key, s.title, s.kind, s.status, s.credits_used, s.reused_from, coalesce(x.model, s.model) AS model,
        coalesce(x.input_tokens, s.input_tokens) AS input_tokens, coalesce(x.output_tokens, s.output_tokens) AS output_tokens,
        x.prompt, x.answer, x.is_cut, x.created_at AS asked_at,
        coalesce((SELECT jsonb_agg(jsonb_build_object('rule', h.rule, 'action', h.action, 'message', h.message) ORDER BY h.rule)
                  FROM guardrail_hit h WHERE h.execution_id = s.execution_id AND h.step = s.key), '[]') AS hits`,
      from: `execution_step s
        LEFT JOIN execution_exchange x ON x.execution_id = coalesce(s.reused_from, s.execution_id) AND x.step = s.key`,
      where: 's.execution_id = $1',
      values: [executionId],
      order: { keys: ['s.position'], isAscending: true },
      isLong: true,
    },
    page,
  );
}
