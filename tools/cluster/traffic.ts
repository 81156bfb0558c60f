import { setTimeout as delay } from 'node:timers/promises';
import type { Balancer } from './balancer.ts';

/** What a partner was promised while the traffic ran. */
export interface Promised {
  /** Executions that were accepted. */
  executions: number[];
  /** Events that were accepted, by id. */
  events: string[];
  /** By the token of a session: the messages that were accepted, in order. */
  sessions: Map<string, string[]>;
  /** Answers that a caller did not expect: status, path and code. */
  refused: string[];
}

/** Callers that go on until they are stopped. */
export interface Traffic {
  readonly promised: Promised;
  /** Waits for the requests under way. */
  stop(): Promise<Promised>;
}

const PAUSE_MS = 400;
/** Every so many an execution is a campaign: six steps, which wait for each other. */
const CAMPAIGN_EVERY = 3;
export const EVENT = 'listing.updated';

/** Starts steady traffic of a partner: executions, dry-run sessions that last, and events for webhooks. */
export async function startTraffic(options: {
  balancer: Balancer;
  apiKey: string;
  adminKey: string;
  partnerId: number;
  sessions: number;
}): Promise<Traffic> {
  const { balancer, apiKey, adminKey, partnerId } = options;
  const promised: Promised = { executions: [], events: [], sessions: new Map(), refused: [] };
  let stopped = false;
  const expected = (status: number, path: string, code: string | undefined) => {
    if (status >= 400) promised.refused.push(`${status} ${path} ${code}`);
    return status < 400;
  };
  const send = async (path: string, body: object, key = apiKey) => {
    const answer = await balancer.send(key, 'POST', path, body);
    return expected(answer.status, path, answer.body.error?.code) ? answer.body : undefined;
  };
  const start = async () => {
    const body = await send('/dry-run/sessions/start', { agent_id: 1 });
    if (body?.data) promised.sessions.set(String(body.data.id), []);
  };
  for (let n = 0; n < options.sessions; n += 1) await start();

  let number = 0;
  const callers = [
    async () => {
      number += 1;
      const capability = number % CAMPAIGN_EVERY === 0 ? 'campaign_launch' : 'blog_post';
      const settings = { topic: `Cloud backup for team ${number}` };
      const body = await send(`/content-workflow/capabilities/${capability}/execute`, { settings });
      if (body?.data) promised.executions.push(body.data.id);
    },
    async () => {
      const data = { listing_id: 'prod-cluster', changes: ['title'] };
      const body = await send(`/3pi-partners/${partnerId}/events`, { type: EVENT, data }, adminKey);
      if (body?.data) promised.events.push(String(body.data.id));
    },
    ...[...promised.sessions].map(([token, messages]) => async () => {
      const id = `${messages.length}`;
      const said = await send(`/dry-run/sessions/${token}/message`, {
        message: `Message ${id}`,
        client_message_id: id,
      });
      if (said) messages.push(id);
    }),
  ];
  const calling = Promise.all(
    callers.map(async (call) => {
      while (!stopped) {
        await call();
        await delay(PAUSE_MS);
      }
    }),
  );
  // It may fail before anybody asks what came of it.
  calling.catch(() => undefined);
  return {
    promised,
    async stop() {
      stopped = true;
      await calling;
      return promised;
    },
  };
}
