import { ActionIcon, Indicator } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { backgroundFetch } from '../api/client.ts';
import { listNotificationsOptions } from '../api/generated/client/@tanstack/react-query.gen.ts';
import { useFormat } from '../i18n/format.ts';
import { useTranslations } from '../i18n/translations.ts';
import { pollEvery } from '../lib/poll.ts';
import { useMe } from './me.ts';
import { translations } from './translations.ts';

/** How often the number is read again while the page is in sight, milliseconds. */
const REFRESH_MS = 30_000;
/** Above it the number says no more. */
const MOST_SHOWN = 99;

/** The number of unread notifications, and the way to them. */
export function Bell() {
  const t = useTranslations(translations);
  const format = useFormat();
  const { unread_notifications: unreadAtFirst = 0 } = useMe();
  // The person's record has the number; it is old after a while.
  const [isOld, setIsOld] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOld(true), REFRESH_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({
    ...listNotificationsOptions({
      query: { unread: true, per_page: 1 },
      fetch: (request) => backgroundFetch(request as Request),
    }),
    // Once a view has read it, such as that of the notifications, it follows what is marked as read there.
    enabled: ({ state }) => isOld || state.data !== undefined,
    refetchInterval: pollEvery(REFRESH_MS),
    refetchOnWindowFocus: true,
    retry: false,
  });
  const count = data?.meta.total ?? unreadAtFirst;
  const label = count > 0 ? t.bell(format.number(count)) : t.bellNone;
  return (
    <Indicator
      label={<span aria-hidden>{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>}
      size={16}
      disabled={count === 0}
      zIndex={1}
    >
      <ActionIcon
        variant="default"
        size={30}
        aria-label={label}
        title={label}
        renderRoot={(props) => <Link to="/notifications" {...props} />}
      >
        <IconBell size={16} aria-hidden />
      </ActionIcon>
    </Indicator>
  );
}
