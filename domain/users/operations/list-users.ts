import { operation } from '../../kernel/operation.ts';
import { partnerParams } from '../../partners/schema.ts';
import { partnerFromPath } from '../../partners/target.ts';
import type { Partner } from '../../partners/types.ts';
import { listUsersQuery } from '../schema.ts';
import { selectUsers } from '../store.ts';

/** Lists a partner's users, newest first. */
export const listUsers = operation({
  name: 'users.list',
  permission: 'administrator',
  params: partnerParams,
  target: partnerFromPath,
  input: listUsersQuery,
  run: (deps, _call, query, partner: Partner) => selectUsers(deps.db, partner.id, query),
});
