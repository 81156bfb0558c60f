import { IconGauge } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { positive, searchParams } from '../../lib/search.ts';
import type { NavigationItem } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';

/** All listings that were scored; an analysis of a new one stands in the address while it goes on. */
const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/listings',
  validateSearch: searchParams({ page: positive, analysis: positive }),
  component: lazyRouteComponent(() => import('./list.tsx'), 'ListingList'),
});

/** One listing; which of its scores is looked at, and what analyses it anew, stand in the address. */
const listingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/listings/$id',
  validateSearch: searchParams({ score: positive, page: positive, analysis: positive }),
  component: lazyRouteComponent(() => import('./listing.tsx'), 'ListingView'),
});

/** Both. */
export const listingsRoutes = [listRoute, listingRoute] as const;

/** Listings in the navigation. */
export const listingsEntry: NavigationItem = {
  to: '/listings',
  label: { en: 'Listings', de: 'Einträge' },
  icon: IconGauge,
  permission: 'view_companies',
};
