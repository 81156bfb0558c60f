import { Alert, Button, Code, Group, List, Loader, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type Icon, IconAlertTriangle, IconInbox } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useTranslations } from '../i18n/translations.ts';
import { translations } from '../shell/translations.ts';

/** An error with its details, its request id and a retry button. */
export function ErrorAlert({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useTranslations(translations);
  const problem = error instanceof ApiError ? error : undefined;
  const details = Object.entries(problem?.details ?? {});
  const title = problem?.code === 'FORBIDDEN' ? t.forbidden : t.failed;
  return (
    <Alert color="red" variant="outline" title={title} icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Stack gap="xs">
        <Text size="sm">{error instanceof Error ? error.message : String(error)}</Text>
        {problem?.code === 'FORBIDDEN' && <Text size="sm">{t.forbiddenText}</Text>}
        {details.length > 0 && (
          <List size="sm">
            {details.map(([field, problems]) => (
              <List.Item key={field}>
                <Code>{field}</Code> {problems.join(' ')}
              </List.Item>
            ))}
          </List>
        )}
        {problem?.requestId && (
          <Text size="xs" title={t.requestIdHint}>
            {t.requestId} <Code>{problem.requestId}</Code>
          </Text>
        )}
        {onRetry && (
          <Group>
            <Button size="xs" variant="default" onClick={onRetry}>
              {t.retry}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

/** A loading indicator. */
export function Loading() {
  const t = useTranslations(translations);
  return (
    <Group justify="center" p="xl" role="status">
      <Loader size="sm" aria-hidden />
      <Text size="sm">{t.loading} …</Text>
    </Group>
  );
}

/** Shown instead of an empty list: what it would contain and how to add the first record. */
export function EmptyState({
  title,
  children,
  icon: Icon = IconInbox,
  action,
}: {
  title: string;
  children?: ReactNode;
  icon?: Icon;
  action?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" p="xl">
      <ThemeIcon variant="default" size="xl" radius="xl">
        <Icon size={20} aria-hidden />
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      {children && (
        <Text size="sm" c="dimmed" maw={420} ta="center">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}

/** The page for an unknown address. */
export function NotFound() {
  const t = useTranslations(translations);
  return (
    <Stack align="start">
      <Title order={1} size="h3">
        {t.notFound}
      </Title>
      <Text>{t.notFoundText}</Text>
      <Button renderRoot={(props) => <Link to="/" {...props} />} variant="default">
        {t.toOverview}
      </Button>
    </Stack>
  );
}

/** Renders the data of a query, its loading state or its error. */
export function QueryContent<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data, unknown>;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading />;
}

/** Shows the error of an action as a notification that stays until it is closed. */
export function showError(error: unknown): void {
  notifications.show({ message: <ErrorAlert error={error} />, autoClose: false, withBorder: true, color: 'red' });
}
