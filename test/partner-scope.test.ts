import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import * as areas from '../domain/tables.ts';
import { tablesOf } from '../infra/database/table.ts';
import { unscoped } from './partner-scope.ts';

/** Statements over the rows of all partners, by their reason: `file#function`. */
const ALL_PARTNERS: Readonly<Record<string, readonly string[]>> = {
  'Housekeeping takes what is due, whose ever it is.': [
    'domain/workflow-triggers/store.ts#selectOverdue',
    'domain/workflow-triggers/store.ts#selectUnchecked',
    'domain/workflow-triggers/firing-store.ts#selectAbandoned',
    'domain/webhooks/sweep-store.ts#wakeUnattended',
    'domain/webhooks/sweep-store.ts#updateDueTimes',
    'domain/webhooks/sweep-store.ts#claimWoken',
    'domain/usage-records/store.ts#selectPartnersToBill',
    'domain/invoices/store.ts#selectOverdue',
    'domain/invoices/store.ts#selectToWriteOff',
    'domain/invoices/steps/housekeeping.ts#listStaleBackfills',
    'domain/invoices/steps/housekeeping.ts#listStaleBillings',
    'domain/ai-writer/output-store.ts#selectLapsedOutputs',
    'domain/credits/store.ts#selectExpiredRequests',
    'domain/knowledge-bases/reading-turn-store.ts#selectPartnersInQueue',
    'domain/notifications/store.ts#selectDueDigests',
    'domain/notifications/store.ts#selectDueDigests',
    'domain/listings/store.ts#selectDueWatches',
  ],
  'After a restore, the books of all partners are looked at.': [
    'domain/restores/store.ts#selectSummary',
    'domain/restores/store.ts#selectSummary',
    'domain/restores/store.ts#selectSummary',
    'domain/restores/store.ts#selectSummary',
    'domain/payments/store.ts#selectOpenEvents',
  ],
  'A program of operators repairs the books of all partners.': [
    'domain/payments/unrecorded-store.ts#selectUnrecorded',
    'domain/payments/unrecorded-store.ts#selectUnrecorded',
    'domain/payments/unrecorded-store.ts#selectUnrecorded',
  ],
  'Metrics and the comparison of the books count over all partners.': [
    'domain/webhooks/sweep-store.ts#readEndpointFigures',
    'domain/executions/store.ts#selectOldestOpen',
    'domain/reconciliation/comparison-store.ts#COMPARISONS',
    'domain/data-protection/store.ts#ERASED_PARTNERS',
  ],
  'Administrators read the books of all partners.': [
    'domain/bookkeeping/store.ts#selectAllInvoices',
    'domain/bookkeeping/store.ts#selectAllOrders',
    'domain/bookkeeping/store.ts#selectAllUsageRecords',
    'domain/bookkeeping/store.ts#selectAllLedgerEntries',
    'domain/bookkeeping/journal-store.ts#DOCUMENTS',
    'domain/bookkeeping/journal-store.ts#DOCUMENTS',
  ],
  'A list of ids, each of which its caller has read as the partner’s.': [
    'domain/webhooks/publish-store.ts#markDue',
    'domain/webhooks/publish-store.ts#markWoken',
    'domain/partner-keys/store.ts#addKeyUses',
    'domain/orders/store.ts#tieOrders',
  ],
  'The gateway names the purchase; the partner follows from it.': [
    'domain/payments/plan-store.ts#selectPartnersOfSubscription',
    'domain/payments/store.ts#insertEvent',
    'domain/payments/store.ts#lockPurchaseFacts',
    'domain/payments/store.ts#insertNames',
    'domain/payments/store.ts#lockPurchases',
    'domain/payments/store.ts#lockPurchases',
    'domain/payments/store.ts#findNameWithoutOrder',
    'domain/payments/store.ts#joinPurchases',
    'domain/payments/join-store.ts#selectEventsAfter',
    'domain/payments/join-store.ts#insertLinks',
    'domain/payments/join-store.ts#selectJoinable',
    'domain/payments/join-store.ts#selectJoinable',
    'domain/payments/join-store.ts#selectJoinable',
  ],
  'The public id of a client, by which it signs in.': [
    'domain/oauth/client-store.ts#findClientRow',
    'domain/oauth/client-store.ts#saveDocumentClient',
    'domain/oauth/client-store.ts#touchClient',
  ],
  'A change of a public listing concerns whoever watches it.': ['domain/listings/store.ts#selectWatchers'],
  'The platform’s own base.': ['domain/knowledge-bases/store.ts#findPlatformBase'],
  'The key, which the type requires, begins with the partner.': ['domain/credits/store.ts#findEntry'],
};

const read = (file: string) => readFileSync(file, 'utf8');
const files = globSync('{domain,api,worker,activities}/**/*.ts').filter(
  (file) => !file.endsWith('.test.ts') && !/^domain\/[^/]+\/table\.ts$/.test(file),
);
/** Variables of the tables that have a partner. */
const declared = declaredTables();

function declaredTables(): Map<string, string> {
  const owned = new Set(tablesOf(areas).flatMap(({ name, columns }) => ('partner_id' in columns ? name : [])));
  const declarations = globSync('domain/*/table.ts').flatMap((file) => [
    ...read(file).matchAll(/const (\w+) = table\(\s*'(\w+)'/g),
  ]);
  return new Map(
    declarations.flatMap(([, variable = '', name = '']) => (owned.has(name) ? [[variable, name] as const] : [])),
  );
}

test('each statement over rows of partners says whose, or is named with its reason', () => {
  const found = files.flatMap((file) => unscoped(read(file), declared).map(({ place }) => `${file}#${place}`));
  const named = Object.values(ALL_PARTNERS).flat();
  expect({
    'without a partner: limit it to one, or name it above': found.filter((place) => !named.includes(place)),
    'named above for nothing': named.filter((place) => !found.includes(place)),
  }).toEqual({ 'without a partner: limit it to one, or name it above': [], 'named above for nothing': [] });
  expect(declared.size).toBeGreaterThan(30);
});

describe('a scope that is left out is found', () => {
  test.each([
    ['domain/executions/list-store.ts', "'t.partner_id = $1',", 'selectExecutions'],
    ['domain/executions/list-store.ts', 'partner_id = $1 AND ', 'selectNewest'],
    ['domain/invoices/list-store.ts', "'partner_id = $1',", 'nextInvoices'],
    ['domain/partner-keys/store.ts', 'partner_id = $1 AND ', 'selectKeys'],
    ['domain/case-studies/store.ts', 'partner_id = $1', 'selectCaseStudies'],
    ['domain/webhooks/store.ts', 'partner_id = $1 AND ', 'selectEndpoints'],
    ['domain/brand-voices/store.ts', 'v.partner_id = $1', 'selectBrandVoices'],
    ['domain/users/store.ts', 'where: { partner_id: partnerId }, ', 'selectUsers'],
  ])('in %s: %s', (file, scope, place) => {
    const source = read(file);
    expect(source).toContain(scope);
    const without = source.replaceAll(scope, '');
    expect(unscoped(source, declared).map((one) => one.place)).not.toContain(place);
    expect(unscoped(without, declared).map((one) => one.place)).toContain(place);
  });
});
