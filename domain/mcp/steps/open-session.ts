import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { PROTOCOL_VERSION, SESSION_ID_LENGTH } from '../rules.ts';
import { insertSession } from '../session-store.ts';
import { sessionTopic } from '../topics.ts';

/** Opens a session and returns its id. The subject's sessions beyond the limit end, those unused for longest first. */
export const openSession = step({
  name: 'mcp.open_session',
  input: z.object({
    owner: z.object({ partnerId: z.int(), subject: z.string(), clientId: z.string() }),
    client: z.object({ name: z.string(), version: z.string() }),
  }),
  output: z.string(),
  async run({ db, clock, ids, notifications }, _call, { owner, client }) {
    const id = ids.base62(SESSION_ID_LENGTH);
    const ended = await insertSession(db, clock.now(), {
      id,
      partner_id: owner.partnerId,
      subject: owner.subject,
      client_id: owner.clientId,
      protocol_version: PROTOCOL_VERSION,
      client_name: client.name,
      client_version: client.version,
    });
    for (const other of ended) notifications.notify(sessionTopic(other));
    return id;
  },
});
