import { createPartnerThrough, pathOfPartner } from '../../../test/environment/create-partner.ts';
import { HOSTILE_DOCUMENTS, type HostileDocument } from '../../../test/environment/hostile-documents.ts';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import { Api } from '../api.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';

/** Longest wait of another partner for a document of a few words, milliseconds; alone it takes a second. */
const NEIGHBOUR_LIMIT_MS = 8_000;
/** Time for all hostile documents to be refused, milliseconds; each may take some seconds of processor time. */
const ALL_READ_LIMIT_MS = 150_000;

/** A partner uploads documents that ended the worker, or held up all others; another partner uploads an honest one. */
export function hostileDocumentsDrill(documents: readonly HostileDocument[] = HOSTILE_DOCUMENTS): Drill {
  return {
    name: 'hostile-documents',
    title: `${documents.length} hostile documents of one partner while another uploads one`,
    run: (environment) => run(environment, documents),
  };
}

async function run(environment: DrillEnvironment, documents: readonly HostileDocument[]): Promise<void> {
  const { stack, api, query, findings } = environment;
  const pid = stack.pid('worker');
  const neighbour = await otherPartner(stack);
  const [hostileBase, base] = [await createBase(api), await createBase(neighbour)];
  for (const { format, bytes } of documents) await upload(api, hostileBase, format, bytes());
  const pending = async (id: number): Promise<number> => {
    const sql = `SELECT count(*)::int AS pending FROM knowledge_document WHERE knowledge_base_id = $1 AND status = 'pending'`;
    const [row] = await query<{ pending: number }>(sql, [id]);
    return row?.pending ?? 0;
  };

  const begunAt = performance.now();
  await upload(neighbour, base, 'text', Buffer.from('Goods can be returned within thirty days.'));
  await waitUntil("the neighbour's document", async () => (await pending(base)) === 0);
  const waitedMs = performance.now() - begunAt;
  findings.seconds('the neighbour waited', waitedMs);
  findings.expect(waitedMs < NEIGHBOUR_LIMIT_MS, `The neighbour waited ${Math.round(waitedMs)} ms.`);
  findings.expect((await pending(hostileBase)) > 0, 'The hostile documents were over before the honest one.');

  const isOver = async () => (await pending(hostileBase)) === 0;
  await waitUntil('the end of the hostile documents', isOver, { limitMs: ALL_READ_LIMIT_MS });
  const rows = await query<{ status: string; reason: string | null }>(
    'SELECT status, reason FROM knowledge_document WHERE knowledge_base_id = ANY($1)',
    [[hostileBase, base]],
  );
  const reasons = rows.flatMap(({ reason }) => reason ?? []);
  findings.equal('Readable documents', rows.filter(({ status }) => status === 'ready').length, 1);
  findings.expect(
    reasons.length === rows.length - 1 && reasons.every((reason) => !reason.includes('Upload it again')),
    `The reasons are ${reasons.join(' ')}`,
  );
  findings.equal('Process of the worker', stack.pid('worker'), pid);
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
