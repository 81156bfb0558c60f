import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { conflict, invalid, notFound, notYours } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { line, recordId } from '../../kernel/schema.ts';
import { reportSecurityChange } from '../../users/report-security-change.ts';
import { getUser } from '../../users/schema.ts';
import { lockUser } from '../../users/store.ts';
import { confirmation, requireConfirmation } from '../confirm.ts';
import { dropCodesWithoutFactor, firstRecoveryCodes } from '../factors.ts';
import { ownUser } from '../own-user.ts';
import { authenticationOptions, registrationOptions, registrationResponse, verifyRegistration } from '../passkeys.ts';
import { deletePasskey, findPasskey, insertPasskey, lockPasskey, renamePasskeyRow, selectPasskeys } from '../store.ts';
import type { PasskeyRow } from '../table.ts';

/** Most passkeys of a person. */
const MAX_PASSKEYS = 20;

const passkeyName = line(100).describe('Name by which the person recognizes it, such as the device.');
const passkeyParams = z.object({ id: recordId.describe('Id of the passkey.') });

/** Options for a browser to sign with one of the person's passkeys, to confirm a change. */
export const passkeyChallenge = operation({
  name: 'security.passkey_challenge',
  permission: 'console',
  params: nothing,
  target: ownUser,
  input: nothing,
  // Keeps a challenge, which is no change of the account.
  async run(deps, _call, _input, user) {
    const passkeys = await selectPasskeys(deps.db, user.id);
    if (passkeys.length === 0) throw conflict('You have no passkey.');
    const use = { purpose: 'confirm', of: String(user.id) } as const;
    return { options: await authenticationOptions(deps, use, { userId: user.id, passkeys }) };
  },
});

/** Options for a browser to make a passkey. */
export const passkeyOptions = operation({
  name: 'security.passkey_options',
  permission: 'console',
  params: nothing,
  target: ownUser,
  input: z.object(confirmation),
  // Keeps a challenge, which is no change of the account.
  async run(deps, _call, input, user) {
    const passkeys = await selectPasskeys(deps.db, user.id);
    if (passkeys.length >= MAX_PASSKEYS) throw conflict(`You have ${MAX_PASSKEYS} passkeys; remove one first.`);
    await requireConfirmation(deps, user, input);
    return { options: await registrationOptions(deps, user, passkeys) };
  },
});

/** A passkey that was just added; codes come with the first factor and are shown once. */
export interface AddedPasskey {
  passkey: PasskeyRow;
  recoveryCodes: string[] | null;
}

/** Adds the passkey that a browser has made by these options. */
export const addPasskey = operation({
  name: 'security.add_passkey',
  permission: 'console',
  params: nothing,
  target: ownUser,
  input: z.object({ name: passkeyName, response: registrationResponse.describe("The browser's answer.") }),
  async prepare(deps, _call, { response }, user) {
    const made = await verifyRegistration(deps, user, response);
    if (!made) throw invalid({ response: ['Is not valid, or came too late.'] });
    return made;
  },
  async change(tx, { deps, call, input: { name }, target: user, prepared }): Promise<AddedPasskey> {
    // So that of two at once only one takes the last place.
    await lockUser(tx.em, user.id);
    if ((await selectPasskeys(tx.em, user.id)).length >= MAX_PASSKEYS)
      throw conflict(`You have ${MAX_PASSKEYS} passkeys; remove one first.`);
    const row = { ...prepared, user_id: user.id, name, created_at: tx.now };
    const passkey = await insertPasskey(tx.em, row);
    if (passkey === 'taken') throw conflict('There is this passkey already.');
    await reportSecurityChange(tx, { deps, call }, user, { change: 'passkey_added', detail: name });
    return { passkey, recoveryCodes: await firstRecoveryCodes(tx, user.id) };
  },
  audit: ({ passkey }) => ({ type: 'passkey', id: passkey.id, details: { factor: 'passkey' } }),
  recover: async (deps, _call, madeId) => {
    const passkey = await findPasskey(deps.db, Number(madeId));
    if (!passkey) throw notFound('Passkey');
    return { passkey, recoveryCodes: null };
  },
});

/** Renames a passkey. */
export const renamePasskey = operation({
  name: 'security.rename_passkey',
  permission: 'console',
  params: passkeyParams,
  target: ownPasskey,
  input: z.object({ name: passkeyName }),
  lock: (tx, _call, { id }) => lockPasskey(tx.em, id),
  current: async (_deps, _call, target) => target,
  async change(tx, { input: { name }, target }): Promise<PasskeyRow> {
    if (name === target.name) tx.unchanged();
    else await renamePasskeyRow(tx.em, target.id, name);
    return { ...target, name };
  },
  audit: ({ id }) => ({ type: 'passkey', id }),
});

/** Removes a passkey; recovery codes end with the last factor. */
export const removePasskey = operation({
  name: 'security.remove_passkey',
  permission: 'console',
  params: passkeyParams,
  target: ownPasskey,
  input: z.object(confirmation),
  async prepare(deps, call, input) {
    await requireConfirmation(deps, await ownUser(deps, call), input);
  },
  async change(tx, { deps, call, target }) {
    if (!(await deletePasskey(tx.em, target.id))) throw notFound('Passkey');
    await dropCodesWithoutFactor(tx, target.user_id);
    const user = await getUser(tx.em, target.user_id);
    await reportSecurityChange(tx, { deps, call }, user, { change: 'passkey_removed', detail: target.name });
    return target;
  },
  audit: ({ id }) => ({ type: 'passkey', id, details: { factor: 'passkey' } }),
});

/** The caller's own passkey; 404 when there is none, 403 when it is another person's. */
async function ownPasskey(deps: Deps, call: Call, { id }: { id: number }): Promise<PasskeyRow> {
  const user = await ownUser(deps, call);
  const passkey = await findPasskey(deps.db, id);
  if (!passkey) throw notFound('Passkey');
  if (passkey.user_id !== user.id) throw notYours('Passkey');
  return passkey;
}
