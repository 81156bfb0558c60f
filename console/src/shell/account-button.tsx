import { Group, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ComponentPropsWithRef, lazy, Suspense, useState } from 'react';
import { useTranslations } from '../i18n/translations.ts';
import { useMe } from './me.ts';
import { translations } from './translations.ts';

const loadMenu = () => import('./account-menu.tsx');
const AccountMenu = lazy(loadMenu);

/** The button of the account menu, and the menu from the first press on. */
export function Account() {
  const [isWanted, setIsWanted] = useState(false);
  const preload = () => void loadMenu();
  const button = (
    <AccountButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setIsWanted(true)}
    />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <AccountMenu />
    </Suspense>
  );
}

/** A button with the name of the person who is signed in. */
export function AccountButton(props: ComponentPropsWithRef<'button'>) {
  const t = useTranslations(translations);
  const { name } = useMe();
  return (
    <UnstyledButton aria-label={t.account(name)} {...props}>
      <Group gap={4} wrap="nowrap">
        <Text size="sm" visibleFrom="sm" maw={160} truncate>
          {name}
        </Text>
        <IconChevronDown size={16} aria-hidden />
      </Group>
    </UnstyledButton>
  );
}
