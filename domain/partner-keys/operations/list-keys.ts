import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { partnerParams } from '../../partners/schema.ts';
import { partnerFromPath } from '../../partners/target.ts';
import type { Partner } from '../../partners/types.ts';
import { selectKeys } from '../store.ts';

/** Lists a partner's keys, newest first and unpaged. */
export const listPartnerKeys = operation({
  name: 'partner_keys.list',
  permission: 'administrator',
  params: partnerParams,
  target: partnerFromPath,
  input: nothing,
  run: (deps, _call, _input, partner: Partner) => selectKeys(deps.db, partner.id),
});
