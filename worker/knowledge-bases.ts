import { readdir, readFile } from 'node:fs/promises';
import { knowledgeDocument, knowledgeEmbedding, knowledgeReplacement } from '../activities/knowledge-bases.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import { perform } from '../domain/kernel/step.ts';
import { beginDueEmbeddings, startWaitingReadings } from '../domain/knowledge-bases/steps/housekeeping.ts';
import { indexPlatform } from '../domain/knowledge-bases/steps/index-platform.ts';
import { reindexDocuments } from '../domain/knowledge-bases/steps/reindex-documents.ts';
import type { WorkerArea } from './area.ts';

const ROOT = new URL('../', import.meta.url);

/** Documents of partners, and the product's own. */
export const knowledgeBases = {
  flows: [knowledgeDocument, knowledgeReplacement, knowledgeEmbedding],
  housekeeping: [startWaitingReadings, reindexDocuments, beginDueEmbeddings],
  periodic: [{ name: 'index the documentation', run: indexDocumentation }],
} as const satisfies WorkerArea;

/** Processes that have indexed it: the documentation changes only with the code. */
const indexed = new WeakSet<Deps>();

/** Indexes the product's documentation once per process; a failure is retried in the next round. */
async function indexDocumentation(deps: Deps): Promise<void> {
  if (indexed.has(deps)) return;
  await perform(deps, indexPlatform, { pages: await documentationPages() });
  indexed.add(deps);
}

/** README and guides, titled by their first heading. */
async function documentationPages(): Promise<{ title: string; content: string }[]> {
  const guides = await readdir(new URL('docs/', ROOT));
  const files = ['README.md', ...guides.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)];
  return Promise.all(
    files.map(async (file) => {
      const content = await readFile(new URL(file, ROOT), 'utf8');
      return { title: /^# (.+)$/m.exec(content)?.[1] ?? file, content };
    }),
  );
}
