import { IconReceipt } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { day, oneOf, positive, searchParams } from '../../lib/search.ts';
import type { NavigationItem } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { STATUSES, TYPES } from './model.ts';

/** All invoices and their sums, by what the address filters. */
const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices',
  validateSearch: searchParams({ type: oneOf(TYPES), status: oneOf(STATUSES), from: day, to: day, page: positive }),
  component: lazyRouteComponent(() => import('./list.tsx'), 'InvoiceList'),
});

/** What was used of the plan. */
const usageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/usage',
  component: lazyRouteComponent(() => import('./usage.tsx'), 'UsageView'),
});

/** One invoice with its lines. */
const invoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/$number',
  component: lazyRouteComponent(() => import('./invoice.tsx'), 'InvoiceView'),
});

/** All of them. */
export const invoicesRoutes = [listRoute, usageRoute, invoiceRoute] as const;

/** Invoices in the navigation. */
export const invoicesEntry: NavigationItem = {
  to: '/invoices',
  label: { en: 'Invoices', de: 'Rechnungen' },
  icon: IconReceipt,
  permission: 'view_billing',
};
