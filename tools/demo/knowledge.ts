import { setTimeout as pause } from 'node:timers/promises';
import { follow } from './follow.ts';
import type { Answer, ExecutionDetail, KnowledgeDocument } from './resources.ts';
import { execute, type Stage } from './scenes.ts';

const BASES = '/content-workflow/knowledge-bases';
const DOCUMENT = `# Returns

Goods can be returned within thirty days of the purchase. The receipt must be shown.

# Shipping

Shipping is free from fifty euros on.`;
const QUESTION = 'Within how many days can goods be returned?';
/** Between two looks at a document that is being read, milliseconds. */
const LOOK_MS = 200;

/** A question is answered from a document, and the answer says where that stands. */
export async function knowledge(stage: Stage): Promise<void> {
  const { api, screen } = stage;
  screen.scene('A question that a document answers');
  const { data: base } = await api.post<{ data: { id: number } }>(BASES, { name: 'Demo' });
  const documents = `${BASES}/${base.id}/documents`;
  const body = { title: 'Terms of the shop', format: 'markdown', content: DOCUMENT };
  let { data: document } = await api.post<{ data: KnowledgeDocument }>(documents, body);
  while (document.attributes.status === 'pending') {
    await pause(LOOK_MS);
    ({ data: document } = await api.get<{ data: KnowledgeDocument }>(`${documents}/${document.id}`));
  }
  screen.fact('document', `${document.attributes.status}, ${document.attributes.passages} passages`);
  const id = await execute(stage, 'knowledge_base_query', { query: QUESTION, kb_ids: [base.id] });
  await follow(api, screen, id);
  const { data } = await api.get<{ data: ExecutionDetail }>(`/content-workflow/executions/${id}`);
  const answer = data.attributes.step_results.at(-1)?.output as Answer | null | undefined;
  screen.fact('question', QUESTION);
  screen.fact('answer', answer?.text ?? 'none');
  for (const { number, document: title, section, quote } of answer?.citations ?? []) {
    screen.line(`  [${number}] ${title}, ${section}: ${screen.soft(`"${quote}"`)}`);
  }
}
