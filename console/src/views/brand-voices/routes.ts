import { IconSpeakerphone } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { positive, searchParams } from '../../lib/search.ts';
import type { NavigationItem } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';

/** All brand voices. */
const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/brand-voices',
  validateSearch: searchParams({ page: positive }),
  component: lazyRouteComponent(() => import('./list.tsx'), 'BrandVoiceList'),
});

/** The form of a new one. */
const newRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/brand-voices/new',
  component: lazyRouteComponent(() => import('./new.tsx'), 'NewBrandVoice'),
});

/** One brand voice. */
const voiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/brand-voices/$id',
  component: lazyRouteComponent(() => import('./brand-voice.tsx'), 'BrandVoiceView'),
});

/** All three. */
export const brandVoicesRoutes = [listRoute, newRoute, voiceRoute] as const;

/** Brand voices in the navigation. */
export const brandVoicesEntry: NavigationItem = {
  to: '/brand-voices',
  label: { en: 'Brand voices', de: 'Markenstimmen' },
  icon: IconSpeakerphone,
  permission: 'view_content',
};
