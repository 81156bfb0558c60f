import { Alert, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link, useLocation, useMatch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLabel, useTranslations } from '../i18n/translations.ts';
import { useViewHeading } from '../lib/announce.ts';
import { BACK_LINK } from '../lib/back-link.ts';
import { NAVIGATION, type NavigationGroup } from '../navigation.ts';
import { useMe } from '../shell/me.ts';
import { translations } from '../shell/translations.ts';

/** Width of forms: labels, hints and fields are seen at once. */
const FORM_WIDTH = '45rem';

/** A view: heading, introduction, actions and content. */
export function Page({
  title,
  action,
  lead,
  actions,
  isForm = false,
  children,
}: {
  title: string;
  /** What is done here, where another view of the same record has the same title: the page's title begins with it. */
  action?: string;
  /** An introduction of one sentence. */
  lead?: string;
  /** Whether it is a form: fields as wide as a wide window would be hard to follow. */
  isForm?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}) {
  // That of the view itself: the address changes before the next view is there, while this one is still shown.
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const heading = useViewHeading(path, action === undefined || action === title ? title : `${action}: ${title}`);
  return (
    <Stack gap="md" maw={isForm ? FORM_WIDTH : undefined}>
      <div>
        <Breadcrumb />
        <Group justify="space-between" align="center" gap="sm">
          <Title dir="auto" order={1} size="h2" ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {actions && (
            <Group gap="xs" className="no-print">
              {actions}
            </Group>
          )}
        </Group>
        {lead && (
          <Text size="sm" c="dimmed" maw={720} mt="xs">
            {lead}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  );
}

/** A link back to the list that the record is in. */
function Breadcrumb() {
  const t = useTranslations(translations);
  const labelOf = useLabel();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { permissions } = useMe();
  const items = NAVIGATION.flatMap((group: NavigationGroup) => group.items);
  const parent = items.find(({ to }) => path.startsWith(`${to}/`));
  if (!parent || (parent.permission && !permissions.includes(parent.permission))) return null;
  return (
    <Group component="nav" aria-label={t.breadcrumb} gap={4} mb={4}>
      <IconChevronLeft size={14} aria-hidden />
      <Text size="sm" className="back-link">
        <Link {...BACK_LINK} to={parent.to}>
          {labelOf(parent.label)}
        </Link>
      </Text>
    </Group>
  );
}

/** Shown instead of a view that the person's role does not include. */
export function ForbiddenPage({ title, reason }: { title: string; reason: string }) {
  const t = useTranslations(translations);
  return (
    <Page title={title}>
      <Alert variant="outline" title={t.forbidden}>
        <Text size="sm">{reason}</Text>
        {reason !== t.forbiddenText && <Text size="sm">{t.forbiddenText}</Text>}
      </Alert>
    </Page>
  );
}

/** A section of a view with a heading and actions. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <Card withBorder component="section" aria-label={title}>
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Card>
  );
}
