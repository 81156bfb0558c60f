import { z } from 'zod';
import { conflict } from '../../kernel/errors.ts';
import { consolePersonOf, nothing } from '../../kernel/invoke.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { line } from '../../kernel/schema.ts';
import { type Invited, sendInvitation } from '../invitation.ts';
import { email, role } from '../schema.ts';
import { countUsers, insertInvited } from '../store.ts';
import { getPerson, lockPerson, ownPerson, personParams, requireMayHandle } from '../team.ts';

/** Who is invited, and as what. */
export const invitePersonBody = z.object({
  email: email.describe('Address for the invitation and for sign-in.'),
  name: line(255).describe('Name shown to the team.'),
  role: role.describe('At the console, only owners can invite owners.'),
});

/**
 * Invites a person to the team. Whether somebody of another partner has the address is not shown: it counts when the
 * invitation is accepted.
 */
export const invitePerson = operation({
  name: 'users.invite',
  permission: 'console_admin',
  params: nothing,
  input: invitePersonBody,
  async change(tx, { deps, call, input }): Promise<Invited> {
    const caller = consolePersonOf(call.actor);
    const { partnerId } = caller;
    requireMayHandle(caller, input.role);
    await requireWithinLimit(tx.em, deps.limits, 'users', { partnerId, count: () => countUsers(tx.em, partnerId) });
    const user = await insertInvited(tx.em, tx.now, { ...input, partner_id: partnerId });
    if (!user) throw conflict('There is already somebody with this e-mail address on your team.');
    return sendInvitation(tx, { deps, call }, user);
  },
  audit: ({ person: { id, role: given } }) => ({ type: 'user', id, details: { role: given } }),
  recover: async (deps, _call, madeId) => ({ person: await getPerson(deps.db, Number(madeId)), invitationUrl: null }),
});

/** Sends the invitation of a person again; the earlier link stops working. */
export const resendInvitation = operation({
  name: 'users.invite_again',
  permission: 'console_admin',
  params: personParams,
  target: ownPerson,
  input: nothing,
  async change(tx, { deps, call, target }): Promise<Invited> {
    const person = await lockPerson(tx, call, target);
    if (person.joined_at) throw conflict('This person has joined already.');
    return sendInvitation(tx, { deps, call }, person);
  },
  audit: ({ person: { id } }) => ({ type: 'user', id }),
});
