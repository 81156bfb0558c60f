import { z } from 'zod';
import { conflict, invalid } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { reportSecurityChange } from '../../users/report-security-change.ts';
import { confirmation, countedAttempt, requireConfirmation } from '../confirm.ts';
import { dropCodesWithoutFactor, firstRecoveryCodes } from '../factors.ts';
import { ownUser } from '../own-user.ts';
import { confirmTotpRow, deleteTotp, findTotp, saveTotp } from '../store.ts';
import { newTotpSecret, totpStepOf, totpUri } from '../totp.ts';

const CONFIRMED = 'You have an app for one-time codes. Turn it off before you set up another.';

/** Begins to set up an app for one-time codes; nothing changes until a code confirms it. */
export const enrolTotp = operation({
  name: 'security.enrol_totp',
  permission: 'console',
  params: nothing,
  target: ownUser,
  input: z.object(confirmation),
  prepare: (deps, _call, input, user) => requireConfirmation(deps, user, input),
  async change(tx, { deps, target: user }) {
    const secret = newTotpSecret();
    if (!(await saveTotp(tx.em, tx.now, user.id, deps.secrets.seal(secret)))) throw conflict(CONFIRMED);
    return { userId: user.id, secret, uri: totpUri(secret, user.email) };
  },
  audit: ({ userId }) => ({ type: 'user', id: userId }),
});

/** Turns the app on with its first code. The first factor comes with recovery codes, which are shown once. */
export const confirmTotp = operation({
  name: 'security.confirm_totp',
  permission: 'console',
  params: nothing,
  target: ownUser,
  input: z.object({ code: z.string('Must be a string.').max(40, 'Is not right.').describe('Six-digit code.') }),
  async prepare(deps, _call, { code }, user) {
    const factor = await findTotp(deps.db, user.id);
    if (!factor || factor.confirmed_at) throw conflict('There is no app that waits for its first code.');
    const secret = deps.secrets.open(factor.secret);
    const options = { now: deps.clock.now(), afterStep: null };
    const timeStep = await countedAttempt(deps, user.id, async () => totpStepOf(secret, code, options));
    if (timeStep === null) throw invalid({ code: ['Is not right.'] });
    return { factor, timeStep };
  },
  async change(tx, { deps, call, target: user, prepared: { factor, timeStep } }) {
    if (!(await confirmTotpRow(tx.em, tx.now, factor, timeStep)))
      throw conflict('There is no app that waits for its first code.');
    await reportSecurityChange(tx, { deps, call }, user, { change: 'totp_added' });
    return { userId: user.id, recoveryCodes: await firstRecoveryCodes(tx, user.id) };
  },
  audit: ({ userId }) => ({ type: 'user', id: userId, details: { factor: 'totp' } }),
});

/** Turns the app for one-time codes off; recovery codes end with the last factor. */
export const disableTotp = operation({
  name: 'security.disable_totp',
  permission: 'console',
  params: nothing,
  target: ownUser,
  input: z.object(confirmation),
  prepare: (deps, _call, input, user) => requireConfirmation(deps, user, input),
  async change(tx, { deps, call, target: user }) {
    const had = await findTotp(tx.em, user.id);
    if (!(await deleteTotp(tx.em, user.id))) tx.unchanged();
    // One that was never confirmed did not count.
    else if (had?.confirmed_at) await reportSecurityChange(tx, { deps, call }, user, { change: 'totp_removed' });
    await dropCodesWithoutFactor(tx, user.id);
    return user;
  },
  audit: ({ id }) => ({ type: 'user', id, details: { factor: 'totp' } }),
});
