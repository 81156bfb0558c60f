import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { readUsage } from '../read-usage.ts';
import type { UsageData } from '../types.ts';

/** The caller's balance, usage and limits. */
export const getUsage = operation({
  name: 'credits.read_usage',
  permission: 'partner',
  params: nothing,
  input: nothing,
  run: (deps, call): Promise<UsageData> => readUsage(deps, partnerOf(call)),
});
