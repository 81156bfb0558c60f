import { notificationsStore } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';

const NotificationContainer = lazy(() => import('./notification-container.tsx'));

/** The container of notifications, which is loaded for the first one. */
export function NotificationArea() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => notificationsStore.subscribe(() => setIsWanted(true)), []);
  if (!isWanted) return null;
  return (
    <Suspense>
      <NotificationContainer />
    </Suspense>
  );
}
