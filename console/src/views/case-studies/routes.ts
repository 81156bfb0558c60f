import { IconBriefcase } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf, positive, searchParams } from '../../lib/search.ts';
import type { NavigationItem } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { STATUSES } from './model.ts';

/** All case studies. */
const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/case-studies',
  validateSearch: searchParams({ status: oneOf(STATUSES), page: positive }),
  component: lazyRouteComponent(() => import('./list.tsx'), 'CaseStudyList'),
});

/** The form of a new one. */
const newRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/case-studies/new',
  component: lazyRouteComponent(() => import('./new.tsx'), 'NewCaseStudy'),
});

/** One case study. */
const caseStudyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/case-studies/$id',
  component: lazyRouteComponent(() => import('./case-study.tsx'), 'CaseStudyView'),
});

/** All three. */
export const caseStudiesRoutes = [listRoute, newRoute, caseStudyRoute] as const;

/** Case studies in the navigation. */
export const caseStudiesEntry: NavigationItem = {
  to: '/case-studies',
  label: { en: 'Case studies', de: 'Fallstudien' },
  icon: IconBriefcase,
  permission: 'view_content',
};
