import { MantineThemeProvider, Notification } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import { useTexts } from '../i18n/texts.ts';
import { texts } from './texts.ts';

/** What the console tells in passing; each notice can be closed by name. */
export function Notices() {
  const { close } = useTexts(texts);
  const named = Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': close } } });
  return (
    <MantineThemeProvider theme={{ components: { Notification: named } }}>
      <Notifications position="bottom-right" />
    </MantineThemeProvider>
  );
}
