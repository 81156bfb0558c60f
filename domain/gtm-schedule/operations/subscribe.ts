import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { references } from '../../kernel/references.ts';
import { newToken, openToken, ownerOf } from '../feed-credential.ts';
import { referencedRecords, requireOwnRecords, subscribeBody } from '../schema.ts';
import { findSubscription, insertSubscription, lockSubscription, updateSubscription } from '../subscription-store.ts';
import type { SubscriptionFilters } from '../table.ts';

/** A calendar feed as shown to its owner. */
export interface Subscription {
  id: number;
  token: string;
  filters: SubscriptionFilters | null;
}

/** Creates the caller's calendar feed, or changes its filters; its token stays. */
export const subscribe = operation({
  name: 'gtm_schedule.subscribe',
  permission: 'view_content',
  params: nothing,
  references: references({ filters: z.object({}).loose() }, (deps, call, { filters }, target) =>
    referencedRecords(deps, call, filters, target),
  ),
  input: subscribeBody,
  prepare: (deps, call, { filters }) => requireOwnRecords(deps, call, filters ?? {}),
  async change(tx, { deps, call, input }): Promise<Subscription> {
    const owner = ownerOf(call);
    const newlyIssued = newToken(deps);
    const filters = input.filters ?? null;
    const created = await insertSubscription(tx.em, tx.now, {
      partnerId: partnerOf(call),
      owner,
      token: newlyIssued,
      filters,
    });
    if (created) return { id: created.id, token: newlyIssued.plaintext, filters };
    const found = await lockSubscription(tx.em, owner);
    if (!found) throw conflict('The subscription is being changed; try again.');
    const storedToken = openToken(deps, found);
    const changed = {
      // A token that cannot be decrypted is useless to its owner, so replace it.
      ...(storedToken === null ? newlyIssued : found),
      filters: input.filters === undefined ? found.filters : input.filters,
    };
    if (storedToken !== null && isDeepStrictEqual(changed.filters, found.filters)) tx.unchanged();
    else await updateSubscription(tx.em, tx.now, found.id, changed);
    return { id: found.id, token: storedToken ?? newlyIssued.plaintext, filters: changed.filters };
  },
  audit: ({ id }) => ({ type: 'gtm_subscription', id }),
  recover: recoverSubscription,
});

/** Replaces the token of the caller's calendar feed; the previous one stops working at once. */
export const regenerateToken = operation({
  name: 'gtm_schedule.regenerate_token',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  async change(tx, { deps, call }): Promise<Subscription> {
    const found = await lockSubscription(tx.em, ownerOf(call));
    if (!found) throw notFound('Subscription');
    const newlyIssued = newToken(deps);
    await updateSubscription(tx.em, tx.now, found.id, { ...newlyIssued, filters: found.filters });
    return { id: found.id, token: newlyIssued.plaintext, filters: found.filters };
  },
  audit: ({ id }) => ({ type: 'gtm_subscription', id }),
  recover: recoverSubscription,
});

/** The response to a repeat after a crash. */
async function recoverSubscription(deps: Deps, _call: Call, madeId: string): Promise<Subscription> {
  const found = await findSubscription(deps.db, Number(madeId));
  const token = found && openToken(deps, found);
  if (!found || token === null) throw notFound('Subscription');
  return { id: found.id, token, filters: found.filters };
}
