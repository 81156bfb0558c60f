import { agentChallengeTable } from '../../../domain/agent-audit/table.ts';
import { reportOf } from '../../../domain/agent-evaluations/rules.ts';
import {
  agentEvaluationResultTable,
  agentEvaluationRunTable,
  agentEvaluationTable,
} from '../../../domain/agent-evaluations/table.ts';
import { agentRevisionTable, agentTable } from '../../../domain/agents/table.ts';
import { dryRunSessionEntryTable, dryRunSessionTable } from '../../../domain/dry-run/table.ts';
import { type Filler, idOf, type LargestRows, NOW, ROWS } from './filler.ts';

/** Agents with what they were asked: challenges, evaluations and dry runs. */
export async function fillAgents({ longest, many }: Filler): Promise<{ agentId: number; lists: LargestRows[] }> {
  const [agent] = await many(
    agentTable,
    (n) => ({
      name: `${n}${longest(250)}`,
      capabilities: null,
      is_active: true,
      settings: { instructions: longest(4_000), banned_phrases: Array.from({ length: 50 }, () => longest(200)) },
      revision: 1,
    }),
    ROWS,
  );
  const agentId = idOf(agent);
  await many(agentRevisionTable, (n) => ({
    agent_id: agentId,
    revision: n + 100,
    settings: { instructions: longest(4_000) },
    changes: [{ field: 'settings.instructions', from: longest(4_000), to: longest(4_000) }],
  }));
  await many(agentChallengeTable, () => ({
    agent_id: agentId,
    categories: ['injection'],
    status: 'failed',
    report: null,
    error: longest(500),
    completed_at: NOW,
  }));
  const [session] = await many(dryRunSessionTable, (n) => ({
    agent_id: agentId,
    token: `${n}`.padStart(48, 'a'),
    status: 'active',
    ended_at: null,
    expires_at: new Date('2100-01-01T00:00:00Z'),
    reset_at_entry: 0,
    persona: { name: longest(100), role: longest(200), goals: longest(1_000), tone: longest(100) },
    summary: null,
  }));
  await many(
    dryRunSessionEntryTable,
    (n) => ({
      session_id: idOf(session),
      kind: 'message',
      status: 'done',
      content: longest(4_000),
      reply: longest(8_000),
      reply_id: 1_000_000 + n,
      client_message_id: null,
      credits: 1,
      completed_at: NOW,
      draft: null,
      persona: null,
      guardrails: null,
      error: null,
    }),
    50,
  );
  const prompt = {
    message: longest(2_000),
    must_say: Array.from({ length: 5 }, () => longest(200)),
    must_not_say: Array.from({ length: 5 }, () => longest(200)),
  };
  const [agentEvaluation] = await many(agentEvaluationTable, () => ({ prompts: [prompt] }));
  const [agentEvaluationRun] = await many(agentEvaluationRunTable, () => ({
    evaluation_id: idOf(agentEvaluation),
    subjects: [1, 2].map((revision) => ({ agent_id: 1, revision })),
    status: 'completed',
    error: null,
    completed_at: NOW,
    report: reportOf([], 2),
  }));
  await many(agentEvaluationResultTable, (n) => ({
    run_id: idOf(agentEvaluationRun),
    position: n + 1,
    subject: 1,
    prompt,
    verdict: 'lacks',
    passed: false,
    rules: [],
  }));
  return {
    agentId,
    lists: [
      { route: 'GET /content-workflow/agents', params: {} },
      { route: 'GET /agents/audit', params: {} },
      { route: 'GET /agents/audit/{agent}/history', params: { agent: agentId } },
      { route: 'GET /agents/audit/{agent}/challenges', params: { agent: agentId } },
      { route: 'GET /content-workflow/agent-evaluations', params: {} },
      { route: 'GET /content-workflow/agent-evaluations/{id}/runs', params: { id: idOf(agentEvaluation) } },
      {
        route: 'GET /content-workflow/agent-evaluations/{id}/runs/{run}/results',
        params: { id: idOf(agentEvaluation), run: idOf(agentEvaluationRun) },
      },
      { route: 'GET /dry-run/sessions', params: {} },
      { route: 'GET /dry-run/sessions/{token}', params: { token: String(session?.['token']) } },
    ],
  };
}
