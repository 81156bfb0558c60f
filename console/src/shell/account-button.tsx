import { Group, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { useTranslations } from '../i18n/translations.ts';
import { useMe } from './me.ts';
import { translations } from './translations.ts';

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
