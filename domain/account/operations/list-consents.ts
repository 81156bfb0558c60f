import { z } from 'zod';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { pageQuery } from '../../kernel/schema.ts';
import { listUserGrants } from '../../oauth/record-store.ts';
import { consentOf } from '../consent.ts';
import type { Consent } from '../types.ts';

/** What the signed-in user has consented to, newest first; keys and programs that act for themselves have consented to nothing. */
export const listConsents = operation({
  name: 'consents.list',
  permission: 'partner',
  params: nothing,
  input: z.object(pageQuery()),
  run: async (deps, { actor }, query): Promise<Page<Consent>> => {
    if (actor.kind !== 'user') return { rows: [], total: 0, ...query };
    const grants = await listUserGrants(deps.db, deps.clock.now(), actor.userId, query);
    return { ...grants, rows: grants.rows.map((grant) => consentOf(deps, grant)) };
  },
});
