import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { listPartnersQuery, partnerParams } from '../schema.ts';
import { selectPartners } from '../store.ts';
import { partnerFromPath } from '../target.ts';
import type { Partner } from '../types.ts';

/** Reads one partner. */
export const getPartner = operation({
  name: 'partners.get',
  permission: 'administrator',
  params: partnerParams,
  target: partnerFromPath,
  input: nothing,
  run: async (_deps, _call, _input, partner: Partner) => partner,
});

/** Lists all partners, newest first. */
export const listPartners = operation({
  name: 'partners.list',
  permission: 'administrator',
  params: nothing,
  input: listPartnersQuery,
  run: (deps, _call, query) => selectPartners(deps.db, query),
});
