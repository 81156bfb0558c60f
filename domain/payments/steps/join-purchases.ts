import { z } from 'zod';
import { inBatches } from '../../kernel/batches.ts';
import type { Deps, Tx } from '../../kernel/deps.ts';
import { GATEWAYS } from '../../kernel/gateways.ts';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { applyPurchase } from '../apply.ts';
import { interpret } from '../facts.ts';
import { byOrder, identifyPurchase } from '../identity.ts';
import {
  beginLinks,
  type ConnectedName,
  closeLinks,
  insertLinks,
  type LinkingNames,
  type NamingEvent,
  selectConnectedNames,
  selectEventsAfter,
  selectJoinable,
} from '../join-store.ts';
import { insertNames } from '../store.ts';
import { namesOfPurchase, retryChanged } from './apply-event.ts';

/** Events read at once. */
const BATCH_SIZE = 200;
/** Most groups of one plan; the next plan has the others. */
const MAX_GROUPS = 500;

const joinable = z.object({
  id: z.int(),
  partner_id: z.int().nullable(),
  reference: z.string().nullable(),
  invoice_number: z.string().nullable(),
  /** Granted and not taken back. */
  credits: z.int(),
  paid_minor: z.int().nullable(),
  currency: z.string().nullable(),
});

const group = z.object({
  gateway: z.enum(GATEWAYS),
  names: z.array(z.string()),
  /** The one of them that names a bill. */
  bill: z.string().nullable(),
  /** Stays. */
  kept: joinable,
  /** Become part of it; what was applied of them is taken back. */
  joined: z.array(joinable),
  /** Why they can't be joined; null: they can. */
  problem: z.string().nullable(),
});
/** Purchases that are one by the ids of their events. */
export type Group = z.output<typeof group>;

/**
 * Finds purchases that are one by the ids that all stored events name, and were applied apart: such as of events from
 * before links between them were read. At most 500 groups. It changes nothing, locks nothing, and reads all events in batches.
 */
export const planJoins = step({
  name: 'payments.plan_joins',
  input: nothing,
  output: z.array(group),
  run: (deps: PlanningDeps, call) =>
    deps.transaction(call, async (tx) => {
      await beginLinks(tx.em);
      const batches = inBatches(BATCH_SIZE, (last: NamingEvent | undefined) =>
        selectEventsAfter(tx.em, last?.id ?? 0, BATCH_SIZE),
      );
      for await (const events of batches) await insertLinks(tx.em, await linksOf(tx, deps, events));
      await closeLinks(tx.em);
      const names = await selectConnectedNames(tx.em, MAX_GROUPS);
      const groups: Group[] = [];
      for (const connected of Map.groupBy(names, ({ part }) => part).values())
        groups.push(...(await groupOf(tx, connected)));
      return groups;
    }),
});

type PlanningDeps = Pick<Deps, 'transaction' | 'gateways' | 'secrets' | 'billing' | 'clock'>;

async function linksOf(tx: Tx, deps: PlanningDeps, events: readonly NamingEvent[]): Promise<LinkingNames[]> {
  const links: LinkingNames[] = [];
  for (const { id: eventId, gateway, status, kind, payload } of events) {
    // It was never applied, and may never be.
    if (status === 'failed' && kind === null) continue;
    const interpreted = interpret(
      deps.gateways[gateway].read(deps.secrets.open(payload)),
      deps.billing,
      deps.clock.now(),
    );
    if (!('statement' in interpreted)) continue;
    const { statement } = interpreted;
    // Of those without effect, links alone say something about others.
    if (status === 'ignored' && statement.fact.kind !== 'linked') continue;
    const names = await namesOfPurchase(tx.em, gateway, statement);
    if (names.length > 1) links.push({ eventId, gateway, names, bill: statement.bill });
  }
  return links;
}

async function groupOf(tx: Tx, connected: readonly ConnectedName[]): Promise<Group[]> {
  const gateway = connected[0]?.gateway;
  if (gateway === undefined) return [];
  const found = await selectJoinable(
    tx.em,
    gateway,
    connected.map(({ name }) => name),
  );
  const [kept, ...joined] = found.sort(byOrder).map(({ credits_granted, credits_revoked, ...purchase }) => ({
    ...purchase,
    credits: credits_granted - credits_revoked,
  }));
  if (!kept || joined.length === 0) return [];
  const names = [...new Set([...connected.map(({ name }) => name), ...found.map(({ subject }) => subject)])];
  const bill = connected.find(({ is_bill }) => is_bill)?.name ?? null;
  return [{ gateway, names, bill, kept, joined, problem: problemOf(found, connected) }];
}

function problemOf(
  purchases: readonly { partner_id: number | null; is_bill: boolean }[],
  connected: readonly ConnectedName[],
): string | null {
  const partners = new Set(purchases.flatMap(({ partner_id }) => partner_id ?? []));
  if (partners.size > 1) return 'They belong to different partners.';
  const bills = Math.max(
    purchases.filter(({ is_bill }) => is_bill).length,
    connected.filter(({ is_bill }) => is_bill).length,
  );
  return bills > 1 ? 'They are of different bills, which one payment was made for.' : null;
}

/**
 * Joins the purchases of a group as a link between them does that arrives late: the later grants are taken back, and
 * their invoices credited. Returns false when they were joined meanwhile, or can't be. A repeat changes nothing.
 */
export const joinGroup = step({
  name: 'payments.join_purchases',
  input: group.pick({ gateway: true, names: true, bill: true }),
  output: z.boolean(),
  async run(deps: PlanningDeps & Pick<Deps, 'invoicing'>, call, { gateway, names, bill }) {
    const named = { gateway, names, bill };
    await deps.transaction(call, (tx) => insertNames(tx.em, tx.now, named));
    return retryChanged(() =>
      deps.transaction(call, async (tx) => {
        const subject = bill ?? names[0] ?? '';
        const found = await identifyPurchase(tx, { ...named, subject, isLink: true });
        if (found.names !== 'joined') return false;
        await applyPurchase(tx, found, { catalogue: deps.billing, invoicing: deps.invoicing });
        return true;
      }),
    );
  },
});
