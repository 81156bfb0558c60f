import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf, positive, searchParams } from '../../lib/search.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { TABS } from './model.ts';

/** A content item; which of its versions are compared stands in the address. The board and executions lead here. */
export const contentItemRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/content/$id',
  validateSearch: searchParams({ tab: oneOf(TABS), from: positive, to: positive }),
  component: lazyRouteComponent(() => import('./content-item.tsx'), 'ContentItemView'),
});
