import { z } from 'zod';
import { KNOWLEDGE_DOCUMENT } from '../../../workflows/knowledge-document/contract.ts';
import { KNOWLEDGE_EMBEDDING } from '../../../workflows/knowledge-embedding/contract.ts';
import { KNOWLEDGE_EVALUATION } from '../../../workflows/knowledge-evaluation/contract.ts';
import { KNOWLEDGE_REPLACEMENT } from '../../../workflows/knowledge-replacement/contract.ts';
import { type Recorder, TOPIC } from '../recorder.ts';

const BASES = '/content-workflow/knowledge-bases';

const listedSchema = z.object({ data: z.array(z.object({ id: z.int() })) });

/** Documents that are read and replaced, or cannot be read; the embedding of one, and an evaluation of two batches. */
export async function recordKnowledge(recorder: Recorder): Promise<void> {
  await recorder.save(KNOWLEDGE_DOCUMENT, 'ready', await upload(recorder, 'Text of a document.'));
  await recorder.save(KNOWLEDGE_DOCUMENT, 'unreadable', await upload(recorder, ' '));
  // What is replaced becomes a version, too.
  await replace(recorder, 'Another text of a document.');
  await recorder.save(KNOWLEDGE_REPLACEMENT, 'in-use', 1);
  await replace(recorder, ' ');
  await recorder.save(KNOWLEDGE_REPLACEMENT, 'unreadable', 3);
  await recorder.save(KNOWLEDGE_EMBEDDING, 'completed', 1);
  await recorder.save(KNOWLEDGE_EVALUATION, 'completed', await evaluate(recorder));
}

async function upload(recorder: Recorder, content: string): Promise<number> {
  const base = await recorder.create(BASES, { name: 'Recorded' });
  return recorder.create(`${BASES}/${base}/documents`, { title: 'Recorded', format: 'text', content });
}

/** Replaces the document that was uploaded first. */
async function replace(recorder: Recorder, content: string): Promise<void> {
  const documents = `${BASES}/${(await idsOf(recorder, BASES)).at(-1)}/documents`;
  await recorder.call('PUT', `${documents}/${(await idsOf(recorder, documents)).at(-1)}`, { content });
}

/** Runs an evaluation; returns the run's id. */
async function evaluate(recorder: Recorder): Promise<number> {
  const questions = Array.from({ length: 25 }, (_, n) => ({ question: `${TOPIC}, part ${n}?`, expected: null }));
  const [base] = await idsOf(recorder, BASES);
  const evaluations = `${BASES}/${base}/evaluations`;
  const evaluation = await recorder.create(evaluations, { name: TOPIC, questions });
  return recorder.create(`${evaluations}/${evaluation}/runs`);
}

/** Newest first. */
async function idsOf(recorder: Recorder, path: string): Promise<number[]> {
  return listedSchema.parse(await recorder.call('GET', path)).data.map(({ id }) => id);
}
