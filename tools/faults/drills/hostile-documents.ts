import { createPartnerThrough, pathOfPartner } from '../../../test/environment/create-partner.ts';
import type { HostileDocument } from '../../../test/environment/hostile-documents/document.ts';
import { WORST_DOCUMENTS } from '../../../test/environment/hostile-documents/index.ts';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import { Api } from '../api.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';

/** How much longer another partner waits for a document of a few words, milliseconds, on a machine that does nothing else. */
const MAX_DELAY_MS = 2_000;
/** Documents of a few words that one partner uploads at once; more are not in a base. */
const TINY_DOCUMENTS = 500;
/** Uploads under way at once. */
const UPLOADS = 10;
/** Time for all documents to be read or refused, milliseconds; each may take some seconds of processor time, one after another. */
const ALL_READ_LIMIT_MS = 600_000;

/** What a drill uploads. */
interface Flood {
  documents?: readonly HostileDocument[];
  tiny?: number;
  /** How much longer another partner may wait than without them, milliseconds. */
  maxDelayMs?: number;
}

/** A partner uploads documents that ended the worker or held up all others, then hundreds of tiny ones; another partner uploads honest ones. */
export function hostileDocumentsDrill({
  documents = WORST_DOCUMENTS,
  tiny = TINY_DOCUMENTS,
  maxDelayMs = MAX_DELAY_MS,
}: Flood = {}): Drill {
  return {
    name: 'hostile-documents',
    title: `${documents.length} hostile and ${tiny} tiny documents of one partner while another uploads`,
    run: (environment) => run(environment, { documents, tiny, maxDelayMs }),
  };
}

async function run(environment: DrillEnvironment, { documents, tiny, maxDelayMs }: Required<Flood>): Promise<void> {
  const { stack, api, query, findings } = environment;
  const pid = stack.pid('worker');
  const neighbour = await otherPartner(stack);
  const [hostileBase, tinyBase, base] = [await createBase(api), await createBase(api), await createBase(neighbour)];
  const pending = async (id: number): Promise<number> => {
    const sql = `SELECT count(*)::int AS pending FROM knowledge_document WHERE knowledge_base_id = $1 AND status = 'pending'`;
    const [row] = await query<{ pending: number }>(sql, [id]);
    return row?.pending ?? 0;
  };
  const waitOfNeighbour = async (): Promise<number> => {
    const begunAt = performance.now();
    await upload(neighbour, base, 'text', Buffer.from('Goods can be returned within thirty days.'));
    await waitUntil("the neighbour's document", async () => (await pending(base)) === 0);
    return performance.now() - begunAt;
  };
  const compare = async (what: string, aloneMs: number, theirs: number) => {
    const waitedMs = await waitOfNeighbour();
    findings.seconds(`beside ${what} the neighbour waited`, waitedMs);
    findings.expect(
      waitedMs - aloneMs <= maxDelayMs,
      `The neighbour waited ${Math.round(waitedMs)} ms beside ${what}.`,
    );
    findings.expect((await pending(theirs)) > 0, `The ${what} were over before the honest one.`);
  };

  // The first document pays for the start of the process that reads it.
  await waitOfNeighbour();
  const aloneMs = await waitOfNeighbour();
  findings.seconds('alone the neighbour waited', aloneMs);
  for (const { format, bytes } of documents) await upload(api, hostileBase, format, bytes());
  await compare('hostile documents', aloneMs, hostileBase);
  if (tiny > 0) {
    const left = Array.from({ length: tiny }, (_, index) => `Document ${index}`);
    const uploadNext = async (): Promise<void> => {
      for (let text = left.pop(); text !== undefined; text = left.pop()) {
        await upload(api, tinyBase, 'text', Buffer.from(text));
      }
    };
    await Promise.all(Array.from({ length: UPLOADS }, uploadNext));
    await compare('tiny documents', aloneMs, tinyBase);
  }

  const isOver = async () => (await pending(hostileBase)) + (await pending(tinyBase)) === 0;
  await waitUntil('the end of all documents', isOver, { limitMs: ALL_READ_LIMIT_MS });
  const rows = await query<{ status: string; reason: string | null }>(
    'SELECT status, reason FROM knowledge_document WHERE knowledge_base_id = $1',
    [hostileBase],
  );
  const reasons = rows.flatMap(({ reason }) => reason ?? []);
  findings.equal(
    'Hostile documents that were read',
    rows.filter(({ status }) => status === 'ready').length,
    readable(documents),
  );
  findings.expect(
    !reasons.some((reason) => reason.includes('Upload it again')),
    `The reasons are ${reasons.join(' ')}`,
  );
  const [read] = await query<{ ready: number }>(
    `SELECT count(*)::int AS ready FROM knowledge_document WHERE knowledge_base_id = ANY($1) AND status = 'ready'`,
    [[tinyBase, base]],
  );
  findings.equal('Other documents that were read', read?.ready, tiny + (tiny > 0 ? 4 : 3));
  findings.equal('Process of the worker', stack.pid('worker'), pid);
}

function readable(documents: readonly HostileDocument[]): number {
  return documents.filter(({ outcome }) => outcome === 'ready').length;
}

async function otherPartner(stack: DrillEnvironment['stack']): Promise<Api> {
  const admin = new Api(stack.urls.apiOrigin, stack.credentials.admin_key);
  const { key } = await createPartnerThrough(async (path, id, body) => {
    return (await admin.post(pathOfPartner(path, id), body)).body;
  });
  return new Api(stack.urls.apiOrigin, key.text);
}

async function createBase(api: Api): Promise<number> {
  const { body } = await api.post('/content-workflow/knowledge-bases', { name: 'Base' });
  return body.data?.id ?? 0;
}

async function upload(api: Api, base: number, format: string, bytes: Buffer): Promise<void> {
  const body = { title: 'Document', format, content: bytes.toString('base64'), encoding: 'base64' };
  const { status } = await api.post(`/content-workflow/knowledge-bases/${base}/documents`, body);
  if (status !== 201) throw new Error(`The upload got ${status}.`);
}
