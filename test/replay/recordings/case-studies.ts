import { CASE_STUDY_GENERATION } from '../../../workflows/case-study-generation/contract.ts';
import { CASE_STUDY } from '../../environment/case-study-body.ts';
import { send } from '../../environment/client.ts';
import { type Recorder, untilActive } from '../recorder.ts';

/** Generations: one that succeeds, one that the AI declines, and one that is cancelled. */
export async function recordCaseStudies(recorder: Recorder): Promise<void> {
  await generate(recorder);
  await recorder.save(CASE_STUDY_GENERATION, 'completed', 1);
  await recorder.setAiFaults({ kind: 'refuse' });
  await generate(recorder);
  await recorder.save(CASE_STUDY_GENERATION, 'ai-declined', 2);
  await recorder.setAiFaults({ kind: 'hang' });
  const failing = generate(recorder);
  const run = recorder.runOf(CASE_STUDY_GENERATION, 3);
  await untilActive('the writing to begin', run);
  await run.cancel();
  await failing;
  await recorder.save(CASE_STUDY_GENERATION, 'cancelled', 3);
  await recorder.setAiFaults();
}

/** Waits for the result or the failure. */
async function generate(recorder: Recorder): Promise<void> {
  const key = recorder.stack.credentials.api_key;
  await send(recorder.urlOf('/partners/case-studies/generate'), { method: 'POST', key, body: CASE_STUDY });
}
