import { MantineThemeProvider, Notification } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import { useTranslations } from '../i18n/translations.ts';
import { translations } from './translations.ts';

/** The container of notifications, with an accessible name for their close buttons. */
export default function NotificationContainer() {
  const { close } = useTranslations(translations);
  const named = Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': close } } });
  return (
    <MantineThemeProvider theme={{ components: { Notification: named } }}>
      <Notifications position="bottom-right" />
    </MantineThemeProvider>
  );
}
