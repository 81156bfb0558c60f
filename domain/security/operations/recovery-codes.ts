import { z } from 'zod';
import { conflict } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { reportSecurityChange } from '../../users/report-security-change.ts';
import { confirmation, requireConfirmation } from '../confirm.ts';
import { factorsOf, hasFactor, makeRecoveryCodes } from '../factors.ts';
import { ownUser } from '../own-user.ts';

/** Makes ten new recovery codes, which are shown once; earlier ones end. */
export const renewRecoveryCodes = operation({
  name: 'security.renew_recovery_codes',
  permission: 'console',
  params: nothing,
  target: ownUser,
  input: z.object(confirmation),
  prepare: (deps, _call, input, user) => requireConfirmation(deps, user, input),
  async change(tx, { deps, call, target: user }) {
    if (!hasFactor(await factorsOf(tx.em, user.id)))
      throw conflict('You have no second factor that they could replace.');
    await reportSecurityChange(tx, { deps, call }, user, { change: 'recovery_codes_renewed' });
    return { userId: user.id, recoveryCodes: await makeRecoveryCodes(tx, user.id) };
  },
  audit: ({ userId }) => ({ type: 'user', id: userId }),
});
