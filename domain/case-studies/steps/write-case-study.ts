import { z } from 'zod';
import type { AiPurpose } from '../../../infra/ai/port.ts';
import { ask, savePaidAnswer } from '../../capabilities/ask.ts';
import { findAllowedTerms } from '../../guardrails/store.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { completeGeneration, failGeneration as fail } from '../generation.ts';
import { generationQuestion, readGeneration } from '../generation-question.ts';
import { findGeneration } from '../generation-store.ts';
import { failureSentence, guardrailSentence, inspectCaseStudy } from '../inspect.ts';

/**
 * Writes a case study and saves it in the transaction that ends its generation; a retry finds that ended and asks nothing.
 * Returns whether the case study exists. Throws AiError and UnusableAnswer.
 */
export const writeCaseStudy = step({
  name: 'case_studies.write',
  input: z.object({ generationId: recordId, rowKey: z.string() }),
  output: z.boolean(),
  async run(deps, call, reference) {
    const generation = await findGeneration(deps.db, reference.generationId);
    if (generation?.row_key !== reference.rowKey) return false;
    const { status, story, context, sandbox } = generation;
    if (status !== 'running') return status === 'completed';
    const { is_public: _publicity, ...facts } = story;
    const purpose: AiPurpose = {
      task: 'write',
      partnerId: generation.partner_id,
      subject: { type: 'case_study_generation', id: generation.id },
    };
    const write = async () => {
      const { answer, model, usage } = await ask(
        deps,
        { idempotencyKey: reference.rowKey, signal: call.signal, sandbox, purpose },
        generationQuestion(facts, context),
      );
      const allowed = await findAllowedTerms(deps.db, generation.partner_id);
      const inspected = await inspectCaseStudy(readGeneration(answer, facts, context), { context, allowed });
      return { ...inspected, model, usage };
    };
    return savePaidAnswer(reference.rowKey, write, ({ blocked, written, model, usage }) =>
      deps.transaction(call, async (tx) => {
        if (!blocked) return completeGeneration(tx, reference, { written, model, usage });
        await fail(tx, reference, guardrailSentence(blocked.message));
        return false;
      }),
    );
  },
});

/** Fails a running generation with a class of failure and releases its credits; false when it had ended or the row has another key. */
export const failGeneration = step({
  name: 'case_studies.fail',
  input: z.object({ generationId: recordId, rowKey: z.string(), reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { reason, ...reference }) =>
    deps.transaction(call, (tx) => fail(tx, reference, failureSentence(reason))),
});
