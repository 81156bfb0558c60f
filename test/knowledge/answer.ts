import { ask } from '../../domain/capabilities/ask.ts';
import { capabilities } from '../../domain/features.ts';
import type { Asker } from '../../domain/knowledge-bases/query-embedding.ts';
import { retrievePassages } from '../../domain/knowledge-bases/retrieval.ts';
import type { SearchDeps } from '../../domain/knowledge-bases/search.ts';
import { stepContext } from '../environment/capabilities.ts';
import type { Passage } from './questions.ts';

/** The passages that an execution of `knowledge_base_query` cites; none: it answers that the documents do not say it. */
export async function citedFor(
  deps: SearchDeps,
  { baseId, asker }: { baseId: number; asker: Asker | null },
  query: string,
): Promise<Passage[]> {
  const found = { base_ids: [baseId], query, answering: true, uncertain: true };
  const passages = await retrievePassages(deps, asker ? { ...found, asker } : found);
  const context = stepContext('knowledge_base_query', 'answer', { settings: { query }, context: { passages } });
  const kind = capabilities.stepKind(context.step.kind);
  const asked = {
    sandbox: false,
    purpose: { task: 'analyse', partnerId: null, subject: null } as const,
    idempotencyKey: deps.ids.uuid(),
    signal: AbortSignal.timeout(30_000),
  };
  const { output } = kind.interpret(context, (await ask(deps, asked, kind.question(context))).answer);
  const cited = new Set(output.type === 'answer' ? output.citations?.map(({ passage_id: id }) => id) : []);
  return passages
    .filter(({ passage_id: id }) => cited.has(id))
    .map(({ document, text }) => ({ title: document, text }));
}
