import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { failGeneration as fail } from '../finish.ts';
import { failureSentence } from '../outcomes.ts';

/** Fails a running generation with a class of failure and releases its credits; false when it had ended or the row has another key. */
export const failGeneration = step({
  name: 'case_studies.fail',
  input: z.object({ generationId: recordId, rowKey: z.string(), reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { reason, ...reference }) =>
    deps.transaction(call, (tx) => fail(tx, reference, failureSentence(reason))),
});
