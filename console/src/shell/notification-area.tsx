import { notificationsStore } from '@mantine/notifications';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../components/lazy-part.tsx';

const loadContainer = () => import('./notification-container.tsx');
const NotificationContainer = lazyPart(loadContainer);
/** What a notification comes from. */
const ACTIONS = ['pointerdown', 'keydown'] as const;

/**
 * The container of notifications. It is loaded at the first thing that a person does, since what the first notification says may be that the
 * service is not reached.
 */
export function NotificationArea() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => notificationsStore.subscribe(() => setIsWanted(true)), []);
  useEffect(() => {
    const preload = () => void loadContainer().catch(() => undefined);
    for (const action of ACTIONS) addEventListener(action, preload, { once: true });
    return () => {
      for (const action of ACTIONS) removeEventListener(action, preload);
    };
  }, []);
  if (!isWanted) return null;
  return (
    <Suspense>
      <NotificationContainer />
    </Suspense>
  );
}
