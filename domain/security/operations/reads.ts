import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { getPartnerById } from '../../partners/target.ts';
import { type Factors, factorsOf } from '../factors.ts';
import { ownUser } from '../own-user.ts';

/** How a person signs in. */
export interface SecuritySettings extends Factors {
  userId: number;
  hasPassword: boolean;
  /** Whether the partner requires a second factor of all its people. */
  isFactorRequired: boolean;
}

/** How the person who is signed in signs in. */
export const getSecurity = operation({
  name: 'security.get',
  permission: 'console',
  params: nothing,
  target: ownUser,
  input: nothing,
  run: async (deps, call, _input, user): Promise<SecuritySettings> => {
    const partner = await getPartnerById(deps.db, partnerOf(call));
    return {
      ...(await factorsOf(deps.db, user.id)),
      userId: user.id,
      hasPassword: user.password_hash !== null,
      isFactorRequired: partner.require_second_factor,
    };
  },
});
