import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { pageSize } from './lib/list-preferences.ts';
import { loadCode } from './lib/load-code.ts';
import { EVENTS } from './lib/platform-events.ts';
import { day, flag, oneOf, type Parsers, positive, searchParams, text } from './lib/search.ts';
import { rootRoute } from './shell/root-route.tsx';
import * as agents from './views/agents/model.ts';
import * as auditLog from './views/audit-log/model.ts';
import * as board from './views/board/model.ts';
import * as calendar from './views/calendar/model.ts';
import * as caseStudies from './views/case-studies/model.ts';
import * as content from './views/content-items/model.ts';
import * as executions from './views/executions/model.ts';
import * as invoices from './views/invoices/model.ts';
import * as knowledge from './views/knowledge/model.ts';
import * as usage from './views/usage/model.ts';
import * as webhooks from './views/webhooks/model.ts';
import * as writer from './views/writer/model.ts';

/** Parameters of a list whose pages have as many rows as the person chose. */
const rows = { page: positive, per_page: pageSize };
const DIRECTIONS = ['asc', 'desc'] as const;
/** Parameters of a list that can be sorted by name. */
const byName = { ...rows, sort: oneOf(['name']), dir: oneOf(DIRECTIONS) };

/** Every address of the console: the file of its view, and the parameters that the view keeps in the address. */
export const routeTree = rootRoute.addChildren([
  view('/', () => import('./views/overview/overview.tsx'), {}),

  view('/capabilities', () => import('./views/capabilities/list.tsx'), {
    q: text,
    category: oneOf(['generation', 'publishing', 'analysis', 'workflow']),
  }),
  view('/capabilities/$slug', () => import('./views/capabilities/capability.tsx'), {}),

  view('/executions', () => import('./views/executions/list.tsx'), {
    status: oneOf(executions.STATUSES),
    priority: oneOf(executions.PRIORITIES),
    agent_id: positive,
    from: day,
    to: day,
    dir: oneOf(DIRECTIONS),
    ...rows,
  }),
  view('/executions/$id', () => import('./views/executions/execution.tsx'), {}),

  view('/writer', () => import('./views/writer/template-gallery.tsx'), {
    q: text,
    category: oneOf(writer.CATEGORIES),
    favorites: flag,
    own: flag,
  }),
  view('/writer/templates/new', () => import('./views/writer/own/new.tsx'), {}),
  view('/writer/templates/$id', () => import('./views/writer/own/edit.tsx'), {}),
  view('/writer/history', () => import('./views/writer/history.tsx'), { q: text, ...rows }),
  view('/writer/$slug', () => import('./views/writer/template.tsx'), {}),

  view('/case-studies', () => import('./views/case-studies/list.tsx'), {
    status: oneOf(caseStudies.STATUSES),
    dir: oneOf(DIRECTIONS),
    ...rows,
  }),
  view('/case-studies/new', () => import('./views/case-studies/new.tsx'), {}),
  view('/case-studies/$id', () => import('./views/case-studies/case-study.tsx'), {}),

  view('/templates', () => import('./views/templates/list.tsx'), {
    category: oneOf(['launch', 'demand', 'content', 'optimization']),
  }),
  // No slug has two parts.
  view('/templates/own/new', () => import('./views/templates/own/new.tsx'), {}),
  view('/templates/$slug', () => import('./views/templates/template.tsx'), {}),
  view('/templates/$slug/edit', () => import('./views/templates/own/edit.tsx'), {}),
  view('/templates/$slug/versions', () => import('./views/templates/own/versions.tsx'), { ...rows, version: positive }),

  view('/brand-voices', () => import('./views/brand-voices/list.tsx'), byName),
  view('/brand-voices/new', () => import('./views/brand-voices/new.tsx'), {}),
  view('/brand-voices/$id', () => import('./views/brand-voices/brand-voice.tsx'), {}),

  view('/guardrails', () => import('./views/guardrails/guardrails.tsx'), {}),

  view('/knowledge', () => import('./views/knowledge/list.tsx'), byName),
  // `base` is chosen at first; `execution` is the question that is shown with its answer.
  view('/knowledge/ask', () => import('./views/knowledge/ask.tsx'), { base: positive, execution: positive }),
  view('/knowledge/$id', () => import('./views/knowledge/knowledge-base.tsx'), { ...rows, q: text }),
  // `passage` is shown with its neighbours, and `quote` marked in it.
  view('/knowledge/$id/documents/$document', () => import('./views/knowledge/document.tsx'), {
    ...rows,
    passage: positive,
    quote: text,
    tab: oneOf(knowledge.TABS),
  }),

  view('/knowledge/$id/evaluations', () => import('./views/knowledge/evaluations/list.tsx'), rows),
  view('/knowledge/$id/evaluations/new', () => import('./views/knowledge/evaluations/new.tsx'), {}),
  view('/knowledge/$id/evaluations/$evaluation', () => import('./views/knowledge/evaluations/evaluation.tsx'), rows),
  view('/knowledge/$id/evaluations/$evaluation/edit', () => import('./views/knowledge/evaluations/edit.tsx'), {}),
  view('/knowledge/$id/evaluations/$evaluation/runs/$run', () => import('./views/knowledge/evaluations/run.tsx'), {
    ...rows,
    failed: flag,
  }),

  view('/board', () => import('./views/board/board.tsx'), { content_type: oneOf(board.CONTENT_TYPES) }),
  view('/content', () => import('./views/content-items/list.tsx'), {
    q: text,
    status: oneOf(board.COLUMNS),
    type: oneOf(board.CONTENT_TYPES),
    from: day,
    to: day,
    favorite: flag,
    tag: text,
    ...rows,
  }),
  view('/content/new', () => import('./views/content-items/new.tsx'), {}),
  view('/content/trash', () => import('./views/content-items/trash.tsx'), {
    q: text,
    type: oneOf(board.CONTENT_TYPES),
    ...rows,
  }),
  view('/content/$id', () => import('./views/content-items/content-item.tsx'), {
    tab: oneOf(content.TABS),
    // Whether people, approval and comments are shown.
    review: flag,
    // The versions that are compared.
    from: positive,
    to: positive,
  }),
  view('/calendar', () => import('./views/calendar/calendar.tsx'), {
    view: oneOf(calendar.CALENDAR_VIEWS),
    date: day,
    type: oneOf(calendar.EVENT_TYPES),
    channel: oneOf(calendar.CHANNELS),
    campaign_id: positive,
    // Id of the event in the dialog, or `new`.
    event: text,
    // Start of the new event, in local time.
    at: text,
    // Content item that the new event publishes.
    content: positive,
    // Whether texts that can be planned are shown.
    plan: flag,
  }),
  view('/calendar/series', () => import('./views/calendar/series-list.tsx'), rows),
  view('/triggers', () => import('./views/triggers/list.tsx'), byName),
  view('/triggers/new', () => import('./views/triggers/new.tsx'), { template: text, capability: text }),
  view('/triggers/$id', () => import('./views/triggers/trigger.tsx'), rows),
  view('/triggers/$id/edit', () => import('./views/triggers/edit.tsx'), {}),

  // `analysis` is the id of an analysis in progress.
  view('/listings', () => import('./views/listings/list.tsx'), { ...rows, analysis: positive }),
  view('/listings/$id', () => import('./views/listings/listing.tsx'), {
    score: positive,
    page: positive,
    analysis: positive,
  }),
  view('/agents', () => import('./views/agents/list.tsx'), { from: day, to: day, ...rows }),
  view('/agents/evaluations', () => import('./views/agents/evaluations/list.tsx'), rows),
  view('/agents/evaluations/new', () => import('./views/agents/evaluations/new.tsx'), {}),
  view('/agents/evaluations/$evaluation', () => import('./views/agents/evaluations/evaluation.tsx'), rows),
  view('/agents/evaluations/$evaluation/edit', () => import('./views/agents/evaluations/edit.tsx'), {}),
  view('/agents/evaluations/$evaluation/runs/$run', () => import('./views/agents/evaluations/run.tsx'), {
    ...rows,
    failed: flag,
  }),
  view('/agents/$id', () => import('./views/agents/agent.tsx'), {
    tab: oneOf(agents.TABS),
    from: day,
    to: day,
    page: positive,
  }),
  view('/agents/$id/dry-runs/$token', () => import('./views/agents/chat.tsx'), { page: positive }),
  view('/invoices', () => import('./views/invoices/list.tsx'), {
    type: oneOf(invoices.TYPES),
    status: oneOf(invoices.STATUSES),
    from: day,
    to: day,
    sort: oneOf(['billing_type', 'total_amount']),
    dir: oneOf(DIRECTIONS),
    ...rows,
  }),
  view('/invoices/credit-notes', () => import('./views/invoices/credit-notes.tsx'), {
    type: oneOf(invoices.TYPES),
    from: day,
    to: day,
    dir: oneOf(DIRECTIONS),
    ...rows,
  }),
  view('/invoices/identity', () => import('./views/invoices/identity.tsx'), {}),
  // The former address of the same view.
  view('/invoices/usage', () => import('./views/usage/usage.tsx'), { group: oneOf(usage.GROUPS), from: day, to: day }),
  view('/invoices/$number', () => import('./views/invoices/invoice.tsx'), {}),

  view('/usage', () => import('./views/usage/usage.tsx'), { group: oneOf(usage.GROUPS), from: day, to: day }),
  view('/credits', () => import('./views/credits/credits.tsx'), {}),
  view('/credits/checkout/$id', () => import('./views/credits/checkout.tsx'), { cancelled: flag }),

  view('/webhooks', () => import('./views/webhooks/list.tsx'), rows),
  view('/webhooks/new', () => import('./views/webhooks/new.tsx'), {}),
  view('/webhooks/events', () => import('./views/webhooks/events.tsx'), {}),
  view('/webhooks/$id', () => import('./views/webhooks/webhook.tsx'), {
    status: oneOf(webhooks.DELIVERY_STATUSES),
    event: oneOf([...EVENTS, webhooks.TEST_EVENT]),
    from: day,
    to: day,
    cursor: text,
    per_page: pageSize,
  }),
  view('/webhooks/$id/deliveries/$evt', () => import('./views/webhooks/delivery.tsx'), {}),
  view('/changelog', () => import('./views/changelog/changelog.tsx'), {}),
  view('/notifications', () => import('./views/notifications/notifications.tsx'), { unread: flag, ...rows }),
  view('/keys', () => import('./views/keys/list.tsx'), {}),
  view('/keys/new', () => import('./views/keys/new.tsx'), {}),
  view('/keys/$id', () => import('./views/keys/key.tsx'), {}),
  view('/audit-log', () => import('./views/audit-log/list.tsx'), {
    actor_kind: oneOf(auditLog.ACTOR_KINDS),
    action: text,
    resource_type: text,
    from: day,
    to: day,
    cursor: text,
    per_page: pageSize,
  }),

  view('/connected-applications', () => import('./views/connected-applications/list.tsx'), rows),
  view('/people', () => import('./views/people/list.tsx'), byName),
  view('/people/new', () => import('./views/people/new.tsx'), {}),
  view('/profile', () => import('./views/profile/profile.tsx'), {}),
  view('/security', () => import('./views/security/security.tsx'), {}),
]);

/** A route of its own chunk, which is loaded when a link to it is hovered or followed. The view is the file's default export. */
function view<const Path extends string, P extends Parsers>(
  path: Path,
  load: () => Promise<{ default: ComponentType }>,
  parsers: P,
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: searchParams(parsers),
    component: lazyRouteComponent(() => loadCode(load)),
  });
}
