import { startStack } from '../../../infra/local/stack.ts';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import { brokenInvariants } from '../../../test/invariants/invariants.ts';
import { DRILL_ENVIRONMENT, type Drill, type DrillEnvironment, prepareEnvironment } from '../environment.ts';
import { comeToRest } from '../run-drill.ts';

const PASSAGES = 450;
const REQUESTS = Math.ceil(PASSAGES / 100);
/** So slow that the worker dies between two requests. */
const AI_LATENCY_MS = 2_000;
const PATIENCE = { limitMs: 180_000 };

/** Kills the worker twice while a document is embedded: each passage has one vector, and the partner pays once. */
export const embeddingKillDrill: Drill = {
  name: 'embedding-kill',
  title: `kill -9 of worker, twice, while ${PASSAGES} passages are embedded`,
  // A stack of its own: on the others nothing is embedded, so that their requests to the AI can be counted.
  async run({ findings }) {
    const serviceEnvironment = { ...DRILL_ENVIRONMENT, EMBEDDINGS_MODEL: 'marketwright-sandbox-embeddings' };
    const stack = await startStack({ serviceEnvironment });
    try {
      const { environment, leave } = await prepareEnvironment(stack, findings, { name: 'embedding-kill' });
      await run(environment).finally(leave);
    } finally {
      await stack.stop();
    }
  },
};

async function run(environment: DrillEnvironment): Promise<void> {
  const { stack, ai, api, findings, query, partnerId } = environment;
  await ai.set(AI_LATENCY_MS);
  const bases = '/content-workflow/knowledge-bases';
  const base = (await api.post(bases, { name: 'Drill' })).body.data?.id;
  const parts = Array.from({ length: PASSAGES }, (_, index) => `# Part ${index}\n\nRule ${index} of the drill.`);
  await api.post(`${bases}/${base}/documents`, { title: 'Drill', format: 'markdown', content: parts.join('\n\n') });
  for (const vectors of [1, 2]) {
    await waitUntil('a request to be saved', async () => (await seen(environment)).vectors >= vectors * 100, PATIENCE);
    await stack.kill('worker', 'SIGKILL');
    await stack.ready('worker');
  }
  await waitUntil('the document to be embedded', async () => (await seen(environment)).status === 'ready', PATIENCE);
  const [run] = await query<{ row_key: string; n: number }>(
    `SELECT min(e.row_key::text) AS row_key, count(*)::int AS n FROM knowledge_embedding e WHERE e.partner_id = $1`,
    [partnerId],
  );
  const asked = (await ai.requests()).filter(({ idempotency_key: key }) => key?.startsWith(`${run?.row_key}/`));
  const keys = new Set(asked.map(({ idempotency_key: key }) => key));
  findings.equal('Runs', run?.n, 1);
  findings.equal('Requests that the provider can tell apart', keys.size, REQUESTS);
  findings.note('Requests repeated', asked.length - keys.size);
  findings.equal('Kept', await seen(environment), {
    status: 'ready',
    vectors: PASSAGES,
    signatures: PASSAGES,
    charged: REQUESTS,
    held: 0,
  });
  await ai.set(0);
  await comeToRest(query);
  findings.problems.push(...(await brokenInvariants(query, { atRest: true })));
}

interface Seen {
  status: string;
  vectors: number;
  signatures: number;
  charged: number;
  held: number;
}

async function seen({ query, partnerId }: DrillEnvironment): Promise<Seen> {
  const passages = `SELECT p.id FROM knowledge_passage p JOIN knowledge_base b ON b.id = p.knowledge_base_id WHERE b.partner_id = $1`;
  const [row] = await query<Seen>(
    `SELECT (SELECT d.embedding_status FROM knowledge_document d JOIN knowledge_base b ON b.id = d.knowledge_base_id
             WHERE b.partner_id = $1) AS status,
            (SELECT count(*)::int FROM knowledge_vector WHERE passage_id IN (${passages})) AS vectors,
            (SELECT count(*)::int FROM knowledge_signature WHERE passage_id IN (${passages})) AS signatures,
            (SELECT coalesce(sum(amount), 0)::int FROM credit_entry WHERE partner_id = $1 AND kind = 'capture') AS charged,
            (SELECT held::int FROM credit_account WHERE partner_id = $1) AS held`,
    [partnerId],
  );
  if (!row) throw new Error('The database gave no row.');
  return row;
}
