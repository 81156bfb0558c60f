import { operation } from '../../kernel/operation.ts';
import { partnerParams } from '../../partners/schema.ts';
import { partnerFromPath } from '../../partners/target.ts';
import type { Partner } from '../../partners/types.ts';
import { listAiCallsQuery } from '../schema.ts';
import { selectAiCalls } from '../store.ts';

/** Lists a partner's AI calls with tokens and price. */
export const listAiCalls = operation({
  name: 'ai_calls.list',
  permission: 'administrator',
  params: partnerParams,
  target: partnerFromPath,
  input: listAiCallsQuery,
  run: (deps, _call, query, partner: Partner) => selectAiCalls(deps.db, partner.id, query, query),
});
