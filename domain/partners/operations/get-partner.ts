import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { partnerParams } from '../schema.ts';
import { namedPartner } from '../target.ts';
import type { Partner } from '../types.ts';

/** Reads one partner. */
export const getPartner = operation({
  name: 'partners.get',
  permission: 'administrator',
  params: partnerParams,
  target: namedPartner,
  input: nothing,
  run: async (_deps, _call, _input, partner: Partner) => partner,
});
