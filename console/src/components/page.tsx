import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useLanguage } from '../i18n/language.ts';
import { useTranslations } from '../i18n/translations.ts';
import { NAVIGATION } from '../navigation.ts';
import { useMe } from '../shell/me.ts';
import { translations } from '../shell/translations.ts';

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
        <Breadcrumb />
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
function Breadcrumb() {
  const t = useTranslations(translations);
  const language = useLanguage();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { permissions } = useMe();
  const items = NAVIGATION.flatMap((group) => group.items);
  const parent = items.find(({ to }) => path.startsWith(`${to}/`));
  if (!parent || (parent.permission && !permissions.includes(parent.permission))) return null;
  return (
    <Group component="nav" aria-label={t.breadcrumb} gap={4} mb={4}>
      <IconChevronLeft size={14} aria-hidden />
      <Text size="sm">
        <Link to={parent.to}>{parent.label[language]}</Link>
      </Text>
    </Group>
  );
}

/** A view that the viewer's role does not have, with the reason. */
export function ForbiddenPage({ title, reason }: { title: string; reason: string }) {
  return (
    <Page title={title}>
      <Alert variant="outline">{reason}</Alert>
    </Page>
  );
}
