import { conflict } from '../../kernel/errors.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { partnerParams } from '../../partners/schema.ts';
import { partnerFromPath } from '../../partners/target.ts';
import { type Invited, sendInvitation } from '../invitation.ts';
import { countUsers, insertInvited } from '../store.ts';
import { getPerson } from '../team.ts';
import { invitePersonBody } from './invite-person.ts';

/** Invites a person to the team of a partner, which may have nobody yet who could. */
export const inviteToPartner = operation({
  name: 'users.invite_to_partner',
  permission: 'administrator',
  params: partnerParams,
  target: partnerFromPath,
  input: invitePersonBody,
  async change(tx, { deps, call, input, target: { id: partnerId } }): Promise<Invited> {
    await requireWithinLimit(tx.em, deps.limits, 'users', { partnerId, count: () => countUsers(tx.em, partnerId) });
    const user = await insertInvited(tx.em, tx.now, { ...input, partner_id: partnerId });
    if (!user) throw conflict('There is already somebody with this e-mail address on the team.');
    return sendInvitation(tx, { deps, call }, user);
  },
  audit: ({ person: { id, partner_id: partnerId, role } }) => ({ type: 'user', id, partnerId, details: { role } }),
  recover: async (deps, _call, madeId) => ({ person: await getPerson(deps.db, Number(madeId)), invitationUrl: null }),
});
