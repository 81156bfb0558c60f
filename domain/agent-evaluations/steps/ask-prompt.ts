import { z } from 'zod';
import { promptAgent } from '../../agent-audit/prompt-agent.ts';
import { resolveAgent } from '../../agents/configuration.ts';
import { findPinnedAgent } from '../../agents/store.ts';
import type { Asker } from '../../capabilities/ask.ts';
import { savePaidAnswer } from '../../capabilities/ask.ts';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { truncate } from '../../kernel/words.ts';
import { isPass, judgeAnswer } from '../rules.ts';
import { findAnswer, findRunning, lockRunning, type NewAnswer, saveAnswer } from '../run-store.ts';
import { runReference } from '../schema.ts';
import { type AgentEvaluationResultRow, type AgentEvaluationRunRow, MAX_ANSWER } from '../table.ts';

/**
 * Puts a prompt of a run to one of its agents, judges the answer and saves it; a retry finds the saved answer and asks nothing.
 * Throws AiError, except where there is no answer to show.
 */
export const askPrompt = step({
  name: 'agent_evaluations.ask_prompt',
  input: runReference.extend({ position: z.int(), subject: z.int() }),
  output: z.object({ open: z.boolean(), answered: z.int() }),
  async run(deps, call, { position, subject, ...reference }) {
    const run = await findRunning(deps.db, reference);
    if (!run) return { open: false, answered: 0 };
    const prompt = await findAnswer(deps.db, run.id, { position, subject });
    if (!prompt) throw new Error(`Run ${run.id} has no prompt ${position} for its agent ${subject}.`);
    // Another worker may have saved it since the run was read.
    if (prompt.verdict) return { open: true, answered: (await findRunning(deps.db, reference))?.answered ?? 0 };
    const idempotencyKey = `${run.row_key}/${position}/${subject}`;
    return savePaidAnswer(
      idempotencyKey,
      () => requestAnswer(deps, { idempotencyKey, signal: call.signal }, run, prompt),
      (answer) =>
        deps.transaction(call, async (tx) => {
          if (!(await lockRunning(tx.em, reference))) return { open: false, answered: 0 };
          return { open: true, answered: await saveAnswer(tx.em, tx.now, run.id, { position, subject }, answer) };
        }),
    );
  },
});

async function requestAnswer(
  deps: Deps,
  asker: Asker,
  run: AgentEvaluationRunRow,
  { prompt, subject }: AgentEvaluationResultRow,
): Promise<NewAnswer> {
  const chosen = run.subjects[subject - 1];
  const agent = chosen && (await findPinnedAgent(deps.db, chosen.agent_id, chosen.revision));
  if (!agent) throw new Error(`Run ${run.id} has no agent ${subject}.`);
  const answer = await promptAgent(deps, asker, {
    agent: resolveAgent(agent),
    message: prompt.message,
    partnerId: run.partner_id,
    subject: { type: 'agent_evaluation_run', id: run.id },
    sandbox: run.sandbox,
    acceptedAt: run.created_at,
  });
  if (!answer) {
    const passed = isPass('withheld', prompt);
    return { verdict: 'withheld', passed, answer: null, phrase: null, rules: [], model: null };
  }
  const { text, hits, model } = answer;
  const judged = judgeAnswer(prompt, { text, isStopped: hits.length > 0 });
  const passed = isPass(judged.verdict, prompt);
  return { ...judged, passed, answer: truncate(text, MAX_ANSWER), rules: hits.map(({ rule }) => rule), model };
}
