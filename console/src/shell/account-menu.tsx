import { Menu, Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { signOut } from '../auth/sign-out.ts';
import { useTranslations } from '../i18n/translations.ts';
import { AccountButton } from './account-button.tsx';
import { useMe } from './me.ts';
import { translations } from './translations.ts';

/** Who is signed in, and what concerns them. It is open when it appears, since its code is loaded when it is asked for. */
export default function AccountMenu() {
  const t = useTranslations(translations);
  const { email, role, partner } = useMe();
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>
        <AccountButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {partner.name}
          </Text>
          {[email, role].filter(Boolean).join(' · ')}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
