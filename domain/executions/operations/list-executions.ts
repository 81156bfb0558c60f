import { z } from 'zod';
import { partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { listExecutionsQuery } from '../schema.ts';
import { listExecutions as findPage } from '../store.ts';

/** The partner's executions, newest first. */
export const listExecutions = operation({
  name: 'executions.list',
  permission: 'view_content',
  params: z.object({}),
  input: listExecutionsQuery,
  run: (deps, call, query) => findPage(deps.db, partnerOf(call), query, query),
});
