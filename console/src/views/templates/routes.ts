import { IconTemplate } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WorkflowTemplate } from '../../api/generated/client/types.gen.ts';
import { oneOf, searchParams } from '../../lib/search.ts';
import type { NavigationItem } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';

const CATEGORIES = [
  'launch',
  'demand',
  'content',
  'optimization',
] as const satisfies readonly WorkflowTemplate['attributes']['category'][];

/** All templates of workflows. */
const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/templates',
  validateSearch: searchParams({ category: oneOf(CATEGORIES) }),
  component: lazyRouteComponent(() => import('./list.tsx'), 'TemplateList'),
});

/** One template, and the form that starts it. */
const templateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/templates/$slug',
  component: lazyRouteComponent(() => import('./template.tsx'), 'TemplateView'),
});

/** Both. */
export const templatesRoutes = [listRoute, templateRoute] as const;

/** Templates in the navigation. */
export const templatesEntry: NavigationItem = {
  to: '/templates',
  label: { en: 'Templates', de: 'Vorlagen' },
  icon: IconTemplate,
  permission: 'view_content',
};
