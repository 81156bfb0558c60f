import { waitUntil } from '../../../test/environment/wait-until.ts';
import { eachOf } from '../each-of.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';

const SESSIONS = 3;
const MESSAGES = 3;
/** So slow that a reply of each session is under way when the processes are killed. */
const AI_LATENCY_MS = 3_000;
const LIMIT_MS = 240_000;

/** Kills worker and API while requests wait for replies; repeats with the same client ids get the one reply of each message. */
export const dryRunKillDrill: Drill = {
  name: 'dry-run-kill',
  title: `kill -9 of worker, then api, while ${SESSIONS * MESSAGES} dry-run messages wait`,
  run,
};

interface Exchange {
  data?: { user_message?: { id: number }; reply?: { id: number } };
}

async function run(environment: DrillEnvironment): Promise<void> {
  const { stack, ai, api, findings, query, partnerId } = environment;
  const tokens = await Promise.all(Array.from({ length: SESSIONS }, () => start(environment)));
  await ai.set(AI_LATENCY_MS);
  const messages = tokens.flatMap((token) =>
    Array.from({ length: MESSAGES }, (_, n) => ({ token, id: `message-${n}` })),
  );
  const waiting = eachOf(messages, messages.length, (message) => reply(environment, message));
  await waitUntil('all to wait', async () => (await entries(environment)).length === messages.length);
  for (const name of ['worker', 'api']) {
    await stack.kill(name, 'SIGKILL');
    await stack.ready(name);
  }
  const replies = await waiting;
  const again = await eachOf(messages, messages.length, (message) => reply(environment, message));
  findings.equal('Replies to the same ids', again, replies);
  findings.equal('Messages', new Set(replies.map(({ user }) => user)).size, messages.length);
  const [charged] = await query<{ charged: number; held: number; captures: number }>(
    `SELECT (SELECT coalesce(sum(amount), 0)::int FROM credit_entry WHERE partner_id = $1 AND kind = 'capture') AS charged,
            (SELECT count(*)::int FROM credit_entry WHERE partner_id = $1 AND kind = 'capture') AS captures,
            (SELECT held::int FROM credit_account WHERE partner_id = $1) AS held`,
    [partnerId],
  );
  const rows = await entries(environment);
  const cost = rows.reduce((sum, { credits }) => sum + credits, 0);
  findings.equal('Charged', charged, { charged: cost, captures: messages.length, held: 0 });
  for (const token of tokens) {
    const order = rows.filter((row) => row.token === token);
    const inTurn = order.every(
      (row, index) => index === 0 || row.completed_at >= (order[index - 1]?.completed_at ?? 0),
    );
    findings.equal('In turn', inTurn, true);
    findings.equal('End', (await api.post(`/dry-run/sessions/${token}/end`, {}, { limitMs: LIMIT_MS })).status, 200);
  }
}

async function start({ api }: DrillEnvironment): Promise<string> {
  const { body } = await api.post('/dry-run/sessions/start', { agent_id: 1 });
  return String(body.data?.id);
}

/** Says something, again under its id until there is a reply. */
async function reply(
  { api }: DrillEnvironment,
  { token, id }: { token: string; id: string },
): Promise<{ user: number | undefined; reply: number | undefined }> {
  const message = { message: `Drill ${id}`, client_message_id: id };
  return waitUntil(
    'the reply',
    async () => {
      const answer = await api.post(`/dry-run/sessions/${token}/message`, message, { limitMs: LIMIT_MS });
      const { data } = answer.body as Exchange;
      return { user: data?.user_message?.id, reply: data?.reply?.id };
    },
    (found) => found.reply !== undefined,
    { limitMs: LIMIT_MS },
  );
}

function entries({ query, partnerId }: DrillEnvironment) {
  return query<{ token: string; credits: number; completed_at: Date }>(
    `SELECT s.token, coalesce(e.credits, 0) AS credits, e.completed_at FROM dry_run_entry e JOIN dry_run_session s ON s.id = e.session_id
     WHERE s.partner_id = $1 AND e.kind = 'message' ORDER BY e.id`,
    [partnerId],
  );
}
