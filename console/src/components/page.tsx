import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, use, useEffect } from 'react';
import { useLanguage } from '../i18n/language.ts';
import { useTexts } from '../i18n/texts.ts';
import { useMe } from '../shell/me.ts';
import { NavigationContext } from '../shell/navigation.ts';
import { texts } from '../shell/texts.ts';

/** A view: its heading, what it is for, what can be done, and what it shows. */
export function Page({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  /** A sentence for those who are here for the first time. */
  lead?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} – Marketwright`;
  }, [title]);
  return (
    <Stack gap="md">
      <div>
        <Trail />
        <Group justify="space-between" align="center" gap="sm">
          <Title order={1} size="h2">
            {title}
          </Title>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {lead && (
          <Text size="sm" c="dimmed" maw={720} mt={4}>
            {lead}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  );
}

/** The way back to the list that this is a record of. */
function Trail() {
  const say = useTexts(texts);
  const language = useLanguage();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { permissions } = useMe();
  const entries = use(NavigationContext).flatMap((group) => group.entries);
  const list = entries.find(({ to }) => path.startsWith(`${to}/`));
  if (!list || (list.permission && !permissions.includes(list.permission))) return null;
  return (
    <Group component="nav" aria-label={say.trail} gap={4} mb={4}>
      <IconChevronLeft size={14} aria-hidden />
      <Text size="sm">
        <Link to={list.to}>{list.label[language]}</Link>
      </Text>
    </Group>
  );
}

/** A view that the viewer's role does not have, with the reason. */
export function ClosedPage({ title, reason }: { title: string; reason: string }) {
  return (
    <Page title={title}>
      <Alert variant="outline">{reason}</Alert>
    </Page>
  );
}
