import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { listBrandVoicesQuery } from '../schema.ts';
import { listBrandVoices as listRows } from '../store.ts';

/** The partner's brand voices, newest first. */
export const listBrandVoices = operation({
  name: 'brand_voices.list',
  permission: 'view_content',
  params: nothing,
  input: listBrandVoicesQuery,
  run: (deps, call, query) => listRows(deps.db, partnerOf(call), query),
});
