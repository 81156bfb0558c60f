import { Menu, Text } from '@mantine/core';
import { IconAccessible, IconHelp, IconLogout, IconSparkles } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { signOut } from '../auth/sign-out.ts';
import { useTranslations } from '../i18n/translations.ts';
import { AccountButton } from './account-button.tsx';
import { translations as helpTranslations } from './help/translations.ts';
import { useMe } from './me.ts';
import { translations } from './translations.ts';

/** Who is signed in, and what concerns them. It is open when it appears, since its code is loaded when it is asked for. */
export default function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const t = useTranslations(translations);
  const help = useTranslations(helpTranslations);
  const button = useRef<HTMLButtonElement>(null);
  const { email, role, partner } = useMe();
  return (
    <Menu position="bottom-end" onClose={() => button.current?.focus()} defaultOpened>
      <Menu.Target>
        <AccountButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {partner.name}
          </Text>
          {[email, role].filter(Boolean).join(' · ')}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item leftSection={<IconHelp size={16} aria-hidden />} onClick={onHelp}>
          {t.help}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSparkles size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/changelog" {...props} />}
        >
          {help.news}
        </Menu.Item>
        <Menu.Item leftSection={<IconAccessible size={16} aria-hidden />} component="a" href="/accessibility">
          {help.accessibility}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
