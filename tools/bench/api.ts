import type { Stack } from '../../infra/local/stack.ts';
import { sendOk } from '../../test/environment/client.ts';
import { createPartnerThrough, type PostAsAdmin, pathOfPartner } from '../../test/environment/create-partner.ts';

/** A partner made for the bench. */
export interface BenchPartner {
  id: number;
  headers: { authorization: string };
}

/** Calls the API and returns the answer's JSON; throws for anything but 2xx. */
export function call<Answer>(
  stack: Stack,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Answer> {
  return sendOk<Answer>(`${stack.urls.apiOrigin}/api/v1${path}`, { method, headers, body });
}

/** Makes partners of the largest plan, each with a key and plenty of credits. */
export async function makePartners(stack: Stack, count: number): Promise<BenchPartner[]> {
  const admin = { authorization: `Bearer ${stack.credentials.admin_key}` };
  const partners: BenchPartner[] = [];
  const post: PostAsAdmin = (path, id, body) => call(stack, 'POST', pathOfPartner(path, id), admin, body);
  for (let made = 0; made < count; made += 1) {
    const { id, key } = await createPartnerThrough(post, { name: `Bench ${made}`, credits: 100_000_000 });
    partners.push({ id, headers: { authorization: `Bearer ${key.text}` } });
  }
  return partners;
}

/** Settings that make a capability a short job. */
export const JOBS = {
  platform_knowledge_query: { settings: { query: 'How are executions charged?' } },
  blog_post: { settings: { topic: 'Moving a data warehouse to the cloud' } },
};
export type Job = keyof typeof JOBS;

/** Accepts a job; returns its execution's id. */
export async function execute(stack: Stack, partner: BenchPartner, job: Job): Promise<number> {
  const path = `/content-workflow/capabilities/${job}/execute`;
  const { data } = await call<{ data: { id: number } }>(stack, 'POST', path, partner.headers, JOBS[job]);
  return data.id;
}
