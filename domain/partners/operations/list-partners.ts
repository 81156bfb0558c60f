import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { listPartnersQuery } from '../schema.ts';
import { listPartners as readPartners } from '../store.ts';

/** Lists all partners, newest first. */
export const listPartners = operation({
  name: 'partners.list',
  permission: 'administrator',
  params: nothing,
  input: listPartnersQuery,
  run: (deps, _call, query) => readPartners(deps.db, query),
});
