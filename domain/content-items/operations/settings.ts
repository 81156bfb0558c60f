import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { lockPartnerRow, updatePartnerRow } from '../../partners/store.ts';
import { getPartnerById } from '../../partners/target.ts';

/** How a partner's team works with content. */
export interface ContentSettings {
  /** Number of the partner. */
  id: number;
  requires_approval: boolean;
}

/** How the partner's team works with content. */
export const getContentSettings = readOperation({
  name: 'content_items.get_settings',
  permission: 'view_content',
  params: nothing,
  target: ownSettings,
});

/** Changes whether content must be approved before it is ready or published. What is there already stays. */
export const updateContentSettings = operation({
  name: 'content_items.update_settings',
  permission: 'console_admin',
  params: nothing,
  target: ownSettings,
  input: z.object({
    requires_approval: z
      .boolean('Must be a boolean.')
      .describe('Whether content must be approved before it moves to `ready` or `published`.'),
  }),
  lock: (tx, _call, { id }) => lockPartnerRow(tx.em, id),
  async change(tx, { input: { requires_approval }, target: { id } }): Promise<ContentSettings> {
    const partner = await lockPartnerRow(tx.em, id);
    if (partner?.requires_content_approval === requires_approval) tx.unchanged();
    else await updatePartnerRow(tx.em, tx.now, id, { requires_content_approval: requires_approval });
    return { id, requires_approval };
  },
  audit: ({ id, requires_approval }) => ({
    type: 'partner',
    id,
    details: { requires_content_approval: requires_approval },
  }),
});

async function ownSettings({ db }: Deps, call: Call): Promise<ContentSettings> {
  const { id, requires_content_approval } = await getPartnerById(db, partnerOf(call));
  return { id, requires_approval: requires_content_approval };
}
