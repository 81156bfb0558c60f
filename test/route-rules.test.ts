import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { routesOf } from '../api/area.ts';
import { AREAS } from '../api/areas.ts';
import type { Route } from '../api/route.ts';

/** What a rule leaves out, by the name of the route, and why. */
type Exceptions = Readonly<Record<string, string>>;

const OWN_FEED = 'A feed of what the caller may read anyway.';
const ONLY_COMPUTES = 'Changes nothing: it is a POST for its body.';
const OWNERS_ONLY = 'The operation asks for the role owner, for which there is no permission.';
const OWN_ACCOUNT = 'People keep their own account, whatever their role.';
const OWN_CONSENT = 'People end their own consents, whatever their role.';

/** Changing routes that need neither a `manage_…` permission nor an administrator. */
const OPEN_CHANGES: Exceptions = {
  'POST /content-workflow/workflow-templates/{slug}/validate': ONLY_COMPUTES,
  'POST /agents/audit/capabilities/estimate-cost': ONLY_COMPUTES,
  'POST /agents/audit/capabilities/model-recommendation': ONLY_COMPUTES,
  'POST /agents/audit/{agent}/preview-capability': ONLY_COMPUTES,
  'POST /gtm-schedule/subscription': OWN_FEED,
  'POST /gtm-schedule/subscription/regenerate': OWN_FEED,
  'DELETE /app/consents/{id}': OWN_CONSENT,
  'PATCH /app/me': OWN_ACCOUNT,
  'PATCH /app/me/notification-settings': OWN_ACCOUNT,
  'POST /app/notifications/read': OWN_ACCOUNT,
  'POST /app/notifications/{id}/read': OWN_ACCOUNT,
  'POST /app/saved-filters': OWN_ACCOUNT,
  'PATCH /app/saved-filters/{id}': OWN_ACCOUNT,
  'DELETE /app/saved-filters/{id}': OWN_ACCOUNT,
  'PUT /content-workflow/content-items/{id}/favorite': OWN_ACCOUNT,
  'DELETE /content-workflow/content-items/{id}/favorite': OWN_ACCOUNT,
  'POST /app/me/password': OWN_ACCOUNT,
  'POST /app/me/totp': OWN_ACCOUNT,
  'POST /app/me/totp/confirm': OWN_ACCOUNT,
  'POST /app/me/totp/disable': OWN_ACCOUNT,
  'POST /app/me/recovery-codes': OWN_ACCOUNT,
  'POST /app/me/passkeys/challenge': OWN_ACCOUNT,
  'POST /app/me/passkeys/options': OWN_ACCOUNT,
  'POST /app/me/passkeys': OWN_ACCOUNT,
  'PATCH /app/me/passkeys/{id}': OWN_ACCOUNT,
  'POST /app/me/passkeys/{id}/remove': OWN_ACCOUNT,
  'PATCH /app/sign-in-policy': OWNERS_ONLY,
  'POST /app/users/{id}/reset-second-factor': OWNERS_ONLY,
  'DELETE /app/me/sessions': OWN_ACCOUNT,
  'DELETE /app/me/sessions/{id}': OWN_ACCOUNT,
  'POST /marketplace/seo-score/analyze': 'Reading a score may have it made: the contract asks for the same permission.',
};

/** Reads that are open to every credential of a partner. */
const OPEN_READS: Exceptions = {
  'GET /app/me': 'What the caller is.',
  'GET /app/consents': OWN_CONSENT,
  'GET /app/usage-data': 'What every caller is limited by.',
  'GET /app/search': 'Finds only records of types that the caller may read.',
  'GET /content-workflow/mcp-schema': 'The same for all.',
  'GET /gtm-schedule/feed.ics': 'Takes the token of a feed.',
};

const CATALOGUE = 'A list of the platform, which releases change and partners do not.';

/** Lists without pages, and what bounds them. */
const UNPAGED: Exceptions = {
  'GET /content-workflow/capabilities': CATALOGUE,
  'GET /aiwriter/openai-list':
    'A catalogue, and at most 50 templates of the partner’s own without their longest parts.',
  'GET /agents/audit/capabilities': CATALOGUE,
  'GET /content-workflow/mcp-schema': CATALOGUE,
  'GET /content-workflow/workflow-templates/grouped':
    'A catalogue, and of own templates at most 100 with 256 KiB in all.',
  'GET /content-workflow/workflow-templates/{slug}/file': 'One definition of at most 64 KiB.',
  'GET /partners/webhooks/events': CATALOGUE,
  'GET /content-workflow/executions/{id}/assets': 'What the steps of one plan make.',
  'GET /invoice-receipts/summary': 'A total for each currency.',
  'GET /app/search': 'At most 20.',
  'GET /invoice-receipts/{invoiceNumber}': 'A line for each order of the invoice, or each rate of a month.',
  'GET /invoice-receipts/credit-notes/{creditNoteNumber}': 'A line for each rate of its invoice, or at most 200.',
  'GET /invoice-receipts/{invoiceNumber}/credit-notes': 'A note for each refund that the gateway reports.',
  'GET /marketplace/listings/{listingId}/seo-score': 'Findings of the rubric’s own rules.',
  'GET /app/keys/{id}': 'Thirty days, and the last fifty errors.',
  'GET /app/keys': 'All of at most 100 keys that are not revoked, and the newest 100 others.',
  'GET /3pi-partners/{partner_id}/keys': 'Keys that an administrator made, for administrators.',
};

/** The most entries that a page may be asked to have. */
const MOST_PER_PAGE = 200;

const CREATES_NOTHING = 'Changes a record that there was: a repeat is told that it was carried out.';

/** POST routes without `recover`, and why no record is lost to a client whose answer was. */
const WITHOUT_RECOVER: Exceptions = {
  'POST /content-workflow/workflow-templates/suggest': ONLY_COMPUTES,
  'POST /content-workflow/workflow-templates/{slug}/validate': ONLY_COMPUTES,
  'POST /partners/case-studies/{id}/suggest': ONLY_COMPUTES,
  'POST /content-workflow/content-items/{id}/rewrite': ONLY_COMPUTES,
  'POST /content-workflow/content-items/{id}/titles': ONLY_COMPUTES,
  'POST /agents/audit/recommend-configuration': ONLY_COMPUTES,
  'POST /agents/audit/capabilities/estimate-cost': ONLY_COMPUTES,
  'POST /agents/audit/capabilities/model-recommendation': ONLY_COMPUTES,
  'POST /agents/audit/{agent}/preview-capability': ONLY_COMPUTES,
  'POST /partners/webhooks/test': 'Sends a request and keeps what came of it: a repeat is another test.',
  'POST /app/billing-portal': 'Each visit has an address of its own, and nothing is kept.',
  'POST /aiwriter/generate-output': 'A stream: the output is read again by the same request.',
  'POST /app/notifications/read': CREATES_NOTHING,
  'POST /app/notifications/{id}/read': CREATES_NOTHING,
  'POST /content-workflow/executions/{id}/cancel': CREATES_NOTHING,
  'POST /content-workflow/executions/{id}/archive': CREATES_NOTHING,
  'POST /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}/runs/{run}/cancel': CREATES_NOTHING,
  'POST /gtm-schedule/series/{id}/cancel': CREATES_NOTHING,
  'POST /gtm-schedule/imports/preview': CREATES_NOTHING,
  'POST /gtm-schedule/imports': 'A repeat recognizes its entries by their ids, and adds none again.',
  'POST /content-workflow/content-items/{id}/approve': CREATES_NOTHING,
  'POST /content-workflow/content-items/{id}/restore': CREATES_NOTHING,
  'POST /content-workflow/content-items/bulk': 'A repeat is told that it was carried out; the list shows the copies.',
  'POST /content-workflow/kanban/bulk-status': CREATES_NOTHING,
  'POST /content-workflow/kanban/{contentId}/status': CREATES_NOTHING,
  'POST /3pi-partners/{partner_id}/case-studies/{case_study_id}/return': CREATES_NOTHING,
  'POST /3pi-partners/{partner_id}/case-studies/{case_study_id}/validate': CREATES_NOTHING,
  'POST /3pi-partners/{partner_id}/keys/{key_id}/revoke': CREATES_NOTHING,
  'POST /app/keys/{id}/revoke': CREATES_NOTHING,
  'POST /agents/audit/{agent}/migrate': CREATES_NOTHING,
  'POST /agents/audit/{agent}/rollback': CREATES_NOTHING,
  'POST /agents/audit/{agent}/capability-models': CREATES_NOTHING,
  'POST /partners/webhooks/{id}/pause': CREATES_NOTHING,
  'POST /partners/webhooks/{id}/resume': CREATES_NOTHING,
  'POST /partners/webhooks/{id}/deliveries/{evt}/resend': CREATES_NOTHING,
  'POST /partners/webhooks/{id}/recover': CREATES_NOTHING,
  'POST /app/me/password': CREATES_NOTHING,
  'POST /app/me/totp': CREATES_NOTHING,
  'POST /app/me/totp/confirm': CREATES_NOTHING,
  'POST /app/me/totp/disable': CREATES_NOTHING,
  'POST /app/me/recovery-codes': CREATES_NOTHING,
  'POST /app/me/passkeys/challenge': CREATES_NOTHING,
  'POST /app/me/passkeys/options': CREATES_NOTHING,
  'POST /app/me/passkeys/{id}/remove': CREATES_NOTHING,
  'POST /app/users/{id}/reset-second-factor': CREATES_NOTHING,
  'POST /app/users/{id}/invitation': CREATES_NOTHING,
  'POST /app/users/{id}/password-reset': CREATES_NOTHING,
};

const KEEPS_A_CHALLENGE = 'Keeps a challenge for five minutes; what its answer changes is audited.';
const BETWEEN_CALLS = 'Opens transactions before and after it waits; `tx.audit` is in the one that accepts the work.';

/** Changing routes whose work is not one transaction with an `audit`, and where its entry comes from. */
const WITHOUT_AUDIT: Exceptions = {
  'POST /content-workflow/workflow-templates/{slug}/validate': ONLY_COMPUTES,
  'POST /agents/audit/capabilities/estimate-cost': ONLY_COMPUTES,
  'POST /agents/audit/capabilities/model-recommendation': ONLY_COMPUTES,
  'POST /agents/audit/{agent}/preview-capability': ONLY_COMPUTES,
  'POST /gtm-schedule/imports/preview': ONLY_COMPUTES,
  'POST /content-workflow/workflow-templates/suggest': BETWEEN_CALLS,
  'POST /partners/case-studies/generate': BETWEEN_CALLS,
  'POST /partners/case-studies/{id}/suggest': BETWEEN_CALLS,
  'POST /content-workflow/content-items/{id}/rewrite': BETWEEN_CALLS,
  'POST /content-workflow/content-items/{id}/titles': BETWEEN_CALLS,
  'POST /aiwriter/generate-output': BETWEEN_CALLS,
  'POST /aiwriter/generate-text': BETWEEN_CALLS,
  'POST /agents/audit/{agent}/dry-run': BETWEEN_CALLS,
  'POST /agents/audit/recommend-configuration': BETWEEN_CALLS,
  'POST /dry-run/sessions/start': BETWEEN_CALLS,
  'POST /agents/audit/{agent}/dry-run-session': BETWEEN_CALLS,
  'POST /dry-run/sessions/{token}/message': BETWEEN_CALLS,
  'PUT /dry-run/sessions/{token}/persona': BETWEEN_CALLS,
  'POST /dry-run/sessions/{token}/reset': BETWEEN_CALLS,
  'POST /dry-run/sessions/{token}/end': BETWEEN_CALLS,
  'POST /invoice-receipts/generate-marketplace': BETWEEN_CALLS,
  'POST /invoice-receipts/backfill': BETWEEN_CALLS,
  'POST /marketplace/seo-score/analyze': BETWEEN_CALLS,
  'POST /partners/webhooks/test': 'Sends a request and keeps what came of it: a repeat is another test.',
  'POST /app/checkout': BETWEEN_CALLS,
  'POST /app/billing-portal': BETWEEN_CALLS,
  'POST /app/me/passkeys/challenge': KEEPS_A_CHALLENGE,
  'POST /app/me/passkeys/options': KEEPS_A_CHALLENGE,
};

const routes = routesOf(AREAS).map((route) => [`${route.method} ${route.path}`, route] as const);

/** Names of routes that break a rule without being named by its exceptions, and of exceptions that break none. */
function problems(exceptions: Exceptions, breaks: (route: Route) => boolean): string[] {
  const broken = new Set<string>(routes.filter(([, route]) => breaks(route)).map(([name]) => name));
  return [
    ...[...broken].filter((name) => !(name in exceptions)),
    ...Object.keys(exceptions)
      .filter((name) => !broken.has(name))
      .map((name) => `${name} is no exception any more`),
  ];
}

const isOf = (prefix: string, { operation }: Route) => operation.permission.startsWith(prefix);

describe('every route', () => {
  test('that changes something needs a permission that viewers do not have', () => {
    expect(
      problems(
        OPEN_CHANGES,
        (route) =>
          route.method !== 'GET' &&
          ['manage_', 'administrator', 'console_admin'].every((prefix) => !isOf(prefix, route)),
      ),
    ).toEqual([]);
  });

  test('that reads needs a permission', () => {
    expect(
      problems(
        OPEN_READS,
        (route) => route.method === 'GET' && ['partner', 'calendar_feed'].includes(route.operation.permission),
      ),
    ).toEqual([]);
  });

  test('that gives a list bounds it', () => {
    expect(
      problems(UNPAGED, (route) => route.method === 'GET' && hasList(route) && !(bound(route) <= MOST_PER_PAGE)),
    ).toEqual([]);
  });

  test('that changes something writes its audit entry in its transaction', () => {
    expect(problems(WITHOUT_AUDIT, (route) => route.method !== 'GET' && !route.operation.audited)).toEqual([]);
  });

  test('that may make a record finds it again when the request is repeated after a crash', () => {
    expect(problems(WITHOUT_RECOVER, (route) => route.method === 'POST' && !route.operation.recover)).toEqual([]);
  });
});

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  maximum?: number;
}

/** Whether the body is a list of objects, or has one under `data` or beside it. */
function hasList(route: Route): boolean {
  if (route.kind !== 'json' || !route.response) return false;
  const body = z.toJSONSchema(route.response, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
  const data = body.properties?.['data'];
  const isList = ({ type, items }: JsonSchema) => type === 'array' && items?.type === 'object';
  return [body, ...Object.values(body.properties ?? {}), ...Object.values(data?.properties ?? {})].some(isList);
}

/** The most entries of one answer; NaN without a limit. */
function bound({ operation }: Route): number {
  const input = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return (input.properties?.['per_page'] ?? input.properties?.['limit'])?.maximum ?? Number.NaN;
}
