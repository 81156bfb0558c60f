import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { GRADES, type Grade } from '../../listings/grades.ts';
import { EVENT_NAMES } from '../../webhooks/catalogue.ts';
import { countDeliveries, countEvents, selectGrades } from '../marketplace-store.ts';
import { figuresQuery, type Scope, scopeOf } from '../period.ts';

/** Marketplace events; the others are about content. */
const MARKETPLACE_EVENTS: readonly string[] = EVENT_NAMES.filter((name) => /^(?:listing|cosell)\./.test(name));

/** A partner's marketplace figures. */
export interface MarketplaceMetrics {
  partnerId: number;
  scope: Scope;
  listingsScored: number;
  /** To one digit; null when no listing was scored. */
  averageScore: number | null;
  grades: Record<Grade, number>;
  events: { event: string; count: number }[];
  deliveries: { delivered: number; failed: number };
}

/** Returns listing scores, events and deliveries for a period. Events and deliveries expire (retention, docs/operations.md). */
export const getMarketplaceMetrics = operation({
  name: 'agent_audit.marketplace_metrics',
  permission: 'view_companies',
  params: nothing,
  input: figuresQuery,
  async run(deps, call, query): Promise<MarketplaceMetrics> {
    const partnerId = partnerOf(call);
    const scope = scopeOf(call, deps.clock.now(), query);
    const [listings, events, deliveries] = await Promise.all([
      selectGrades(deps.db, partnerId, scope),
      countEvents(deps.db, partnerId, scope, MARKETPLACE_EVENTS),
      countDeliveries(deps.db, partnerId, scope, MARKETPLACE_EVENTS),
    ]);
    const sum = listings.reduce((total, { overall_score }) => total + overall_score, 0);
    return {
      partnerId,
      scope,
      listingsScored: listings.length,
      averageScore: listings.length === 0 ? null : Math.round((sum * 10) / listings.length) / 10,
      grades: Object.fromEntries(
        GRADES.map((grade) => [grade, listings.filter((listing) => listing.grade === grade).length]),
      ) as Record<Grade, number>,
      events: MARKETPLACE_EVENTS.map((event) => ({
        event,
        count: events.find((each) => each.event === event)?.count ?? 0,
      })),
      deliveries,
    };
  },
});
