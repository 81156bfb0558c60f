import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { notFound, notYours } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { recordId } from '../../kernel/schema.ts';
import { sessionTopic } from '../../mcp/rules.ts';
import { endClientSessions } from '../../mcp/session-store.ts';
import { deleteGrantById, findGrant, type GrantRecord } from '../../oauth/record-store.ts';
import { subjectOfUser } from '../../oauth/schema.ts';

/** Revokes a consent with its refresh tokens, codes and MCP sessions; its access tokens are rejected from the next request on. */
export const endConsent = operation({
  name: 'consents.end',
  permission: 'partner',
  params: z.object({ id: recordId.describe('Id of the consent.') }),
  target: ownGrant,
  input: nothing,
  async change(tx, { call, target: grant }) {
    await deleteGrantById(tx.em, grant.id);
    const owner = { partnerId: partnerOf(call), subject: subjectOfUser(grant.user_id), clientId: grant.client_id };
    for (const id of await endClientSessions(tx.em, tx.now, owner)) tx.notify(sessionTopic(id));
  },
  audit: (_output, { target: { id, client_id } }) => ({ type: 'oauth_consent', id, details: { client_id } }),
});

/** The caller's own grant; 404 when there is none, 403 when it is another person's. */
async function ownGrant(deps: Deps, { actor }: Call, { id }: { id: number }): Promise<GrantRecord> {
  const grant = await findGrant(deps.db, deps.clock.now(), id);
  if (!grant) throw notFound('Consent');
  if (actor.kind !== 'user' || actor.userId !== grant.user_id) throw notYours('Consent');
  return grant;
}
