import type { Method } from '../api/route.ts';

/**
 * Every route under /api/v1, written down by hand: what the product promises, apart from the code that serves it. A route is
 * part of the frozen contract or extends it. Each has tests in test/acceptance that name it.
 */
export const EXPECTED_ROUTES: readonly (readonly [Method, path: string, 'contract' | 'extension'])[] = [
  ['GET', '/3pi-partners', 'contract'],
  ['POST', '/3pi-partners', 'extension'],
  ['GET', '/3pi-partners/{partner_id}', 'extension'],
  ['PATCH', '/3pi-partners/{partner_id}', 'extension'],
  ['GET', '/3pi-partners/{partner_id}/keys', 'contract'],
  ['POST', '/3pi-partners/{partner_id}/keys', 'contract'],
  ['POST', '/3pi-partners/{partner_id}/keys/{key_id}/rotate', 'contract'],
  ['POST', '/3pi-partners/{partner_id}/keys/{key_id}/revoke', 'contract'],
  ['GET', '/app/usage-data', 'contract'],
  ['POST', '/3pi-partners/{partner_id}/credits', 'extension'],
  ['POST', '/3pi-partners/{partner_id}/orders', 'extension'],
  ['POST', '/3pi-partners/{partner_id}/usage-records', 'extension'],
  ['GET', '/3pi-partners/{partner_id}/audit-log', 'extension'],
  ['GET', '/content-workflow/capabilities', 'contract'],
  ['GET', '/content-workflow/capabilities/{slug}', 'contract'],
  ['POST', '/content-workflow/capabilities/{slug}/execute', 'contract'],
  ['GET', '/content-workflow/executions', 'contract'],
  ['GET', '/content-workflow/executions/{id}', 'contract'],
  ['GET', '/content-workflow/executions/{id}/assets', 'contract'],
  ['GET', '/content-workflow/executions/{id}/events', 'extension'],
  ['POST', '/content-workflow/executions/{id}/cancel', 'extension'],
  ['POST', '/content-workflow/executions/{id}/retry', 'extension'],
  ['POST', '/content-workflow/executions/{id}/archive', 'extension'],
  ['GET', '/content-workflow/kanban', 'contract'],
  ['POST', '/content-workflow/kanban/bulk-status', 'contract'],
  ['POST', '/content-workflow/kanban/{contentId}/status', 'contract'],
  ['GET', '/content-workflow/content-items/{id}', 'extension'],
  ['PATCH', '/content-workflow/content-items/{id}', 'extension'],
  ['GET', '/content-workflow/content-items/{id}/versions', 'extension'],
  ['GET', '/content-workflow/agents', 'contract'],
  ['GET', '/content-workflow/agents/{id}', 'contract'],
];
