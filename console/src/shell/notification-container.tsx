import { MantineThemeProvider, Notification } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import { useTranslations } from '../i18n/translations.ts';
import { translations } from './translations.ts';

/** Of a notification, pixels: an error with its reason, what to do and two buttons; the library cuts off what is higher. */
const MOST_HEIGHT = 600;

/** The container of notifications, with an accessible name for their close buttons. */
export default function NotificationContainer() {
  const { close } = useTranslations(translations);
  const named = Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': close } } });
  return (
    <MantineThemeProvider theme={{ components: { Notification: named } }}>
      <Notifications position="bottom-right" notificationMaxHeight={MOST_HEIGHT} />
    </MantineThemeProvider>
  );
}
