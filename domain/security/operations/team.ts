import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError, conflict } from '../../kernel/errors.ts';
import { consolePersonOf, nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownedBy } from '../../kernel/ownership.ts';
import { recordId } from '../../kernel/schema.ts';
import { deleteUserRecords } from '../../oauth/record-store.ts';
import { lockPartnerRow, updatePartnerRow } from '../../partners/store.ts';
import { getPartnerById } from '../../partners/target.ts';
import type { Partner } from '../../partners/types.ts';
import { reportSecurityChange } from '../../users/report-security-change.ts';
import { findUser, lockUser } from '../../users/store.ts';
import type { UserRow } from '../../users/table.ts';
import { requireOwnIssuer } from '../own-user.ts';
import { deletePasskeys, deleteRecoveryCodes, deleteTotp } from '../store.ts';

/** Requires a second factor of all people of the partner, or no longer. Who has none sets one up at the next sign-in. */
export const updateSignInPolicy = operation({
  name: 'security.update_policy',
  permission: 'console',
  params: nothing,
  target: ownPartner,
  input: z.object({
    require_second_factor: z
      .boolean('Must be a boolean.')
      .describe('People without one set it up at their next sign-in.'),
  }),
  lock: (tx, _call, { id }) => lockPartnerRow(tx.em, id),
  current: async (_deps, _call, { id, require_second_factor }) => ({ id, isRequired: require_second_factor }),
  async change(
    tx,
    { input: { require_second_factor }, target: partner },
  ): Promise<{ id: number; isRequired: boolean }> {
    if (partner.require_second_factor === require_second_factor) tx.unchanged();
    else await updatePartnerRow(tx.em, tx.now, partner.id, { require_second_factor });
    return { id: partner.id, isRequired: require_second_factor };
  },
  audit: ({ id, isRequired }) => ({ type: 'partner', id, details: { require_second_factor: isRequired } }),
});

/**
 * Removes the second factors of a person of the partner who has lost them: app, passkeys and recovery codes. The sessions of
 * the person end.
 */
export const resetSecondFactor = operation({
  name: 'security.reset_second_factor',
  permission: 'console',
  params: z.object({ id: recordId.describe('Number of the user.') }),
  target: personOfTeam,
  input: nothing,
  async change(tx, { deps, call, target: user }) {
    const hadTotp = await deleteTotp(tx.em, user.id);
    const passkeys = await deletePasskeys(tx.em, user.id);
    // So that none are made meanwhile.
    await lockUser(tx.em, user.id);
    await deleteRecoveryCodes(tx.em, user.id);
    if (!hadTotp && passkeys === 0) throw conflict('This person has no second factor.');
    await deleteUserRecords(tx.em, user.id);
    await reportSecurityChange(tx, { deps, call }, user, { change: 'second_factor_reset' });
    return { hadTotp, passkeys };
  },
  audit: ({ hadTotp, passkeys }, { target: { id } }) => ({ type: 'user', id, details: { totp: hadTotp, passkeys } }),
});

function requireOwner({ actor }: Call): void {
  if (consolePersonOf(actor).role !== 'owner') throw new AppError('FORBIDDEN', 'Only owners may do this.');
}

async function ownPartner(deps: Deps, call: Call): Promise<Partner> {
  requireOwnIssuer(deps);
  requireOwner(call);
  return getPartnerById(deps.db, partnerOf(call));
}

async function personOfTeam(deps: Deps, call: Call, { id }: { id: number }): Promise<UserRow> {
  requireOwnIssuer(deps);
  const user = ownedBy(call, 'User', await findUser(deps.db, id), ({ partner_id }) => partner_id);
  requireOwner(call);
  if (user.id === consolePersonOf(call.actor).userId)
    throw conflict('Change your own second factors among those of your account.');
  return user;
}
