import { Alert, Anchor, Button, Code, Group, List, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type Icon, IconAlertTriangle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, use } from 'react';
import { ApiError } from '../api/api-error.ts';
import { signIn } from '../auth/sign-in.ts';
import { useTranslations } from '../i18n/translations.ts';
import { type ErrorHelp, helpFor } from '../lib/error-help.ts';
import { otherProblems, plainMessage, useProblemFocus } from '../lib/form-props.ts';
import { MissingCode } from '../lib/load-code.ts';
import { BASE_PATH } from '../settings.ts';
import { MeContext } from '../shell/me.ts';
import { translations } from '../shell/translations.ts';
import { Picture } from './picture.tsx';

/** An error with its details, its request id and a retry button. What stands beside inputs of a form is not said again. */
export function ErrorAlert({
  error,
  role = 'alert',
  onRetry,
}: {
  error: unknown;
  /** Within something that is an alert already it is none itself. */
  role?: 'alert' | 'group';
  onRetry?: () => void;
}) {
  const t = useTranslations(translations);
  const problem = error instanceof ApiError ? error : undefined;
  useProblemFocus(error);
  const details = problem ? otherProblems(problem) : [];
  const areAllMarked = details.length === 0 && Object.keys(problem?.details ?? {}).length > 0;
  const { title, next, link, action } = helpFor(error);
  const reason = reasonOf(error, t.answered);
  const repeat = onRetry ?? (action === 'reload' ? () => location.reload() : undefined);
  return (
    <Alert
      color="red"
      variant="outline"
      title={t[title] as string}
      icon={<IconAlertTriangle aria-hidden />}
      role={role}
    >
      <Stack gap="xs">
        {!areAllMarked && reason && <Text size="sm">{plainMessage(reason)}</Text>}
        {next && <Text size="sm">{t[next] as string}</Text>}
        {details.length > 0 && (
          <List size="sm">
            {details.map(([field, problems]) => (
              <List.Item key={field}>
                <Code>{field}</Code> {problems.join(' ')}
              </List.Item>
            ))}
          </List>
        )}
        {problem?.code === 'NO_CREDITS' && (
          // An ordinary link: notifications are outside of the router.
          <Anchor size="sm" href={`${BASE_PATH}/credits`}>
            {t.buyCredits}
          </Anchor>
        )}
        {problem?.requestId && !areAllMarked && (
          <Text size="xs" title={t.requestIdHint}>
            {t.requestId} <Code>{problem.requestId}</Code>
          </Text>
        )}
        <Group gap="xs">
          {link && <HelpLink link={link} label={t[link.label] as string} />}
          {action === 'sign-in' && (
            <Button
              size="xs"
              onClick={() => void signIn(location.pathname + location.search + location.hash).catch(showError)}
            >
              {t.signIn}
            </Button>
          )}
          {repeat && action !== 'sign-in' && title !== 'forbidden' && (
            <Button size="xs" variant="default" onClick={repeat}>
              {onRetry ? t.retry : t.reload}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

/** What is said of the error itself. Where no answer was read, the title says it all. */
function reasonOf(error: unknown, answered: (status: number) => string): string | undefined {
  if (error instanceof MissingCode) return undefined;
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  return error.said ?? (error.status === undefined ? undefined : answered(error.status));
}

/** A link to a view that helps, where the person's role includes it. */
function HelpLink({ link: { to, permission }, label }: { link: NonNullable<ErrorHelp['link']>; label: string }) {
  const me = use(MeContext);
  if (permission && !me?.permissions.includes(permission)) return null;
  return (
    <Button component="a" href={`${BASE_PATH}${to}`} size="xs" variant="default">
      {label}
    </Button>
  );
}

/** Shown while something loads: bars where lines of text will be, said to screen readers in words. */
export function Loading({ lines = 4 }: { lines?: number }) {
  const t = useTranslations(translations);
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{t.loading} …</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike
        <span key={line} />
      ))}
    </div>
  );
}

/** Shown instead of an empty list: a picture, what it would contain, and the first step. */
export function EmptyState({
  title,
  children,
  icon,
  action,
}: {
  title: string;
  children?: ReactNode;
  /** By default that of the view in the navigation. */
  icon?: Icon;
  /** The first step. */
  action?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" px="md" py="xl">
      <Picture icon={icon} />
      <Text fw={600} size="lg" ta="center">
        {title}
      </Text>
      {children && (
        <Text size="sm" c="dimmed" maw={420} ta="center">
          {children}
        </Text>
      )}
      {action && <Group mt="xs">{action}</Group>}
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

/** Whether a record that was read before is gone, or is not shown to the person any more. */
function isWithdrawn(error: unknown): boolean {
  return error instanceof ApiError && [403, 404, 410].includes(error.status ?? 0);
}

/** Renders the data of a query, its loading state or its error. What was read before stays: something may be typed into it. */
export function QueryContent<Data>({
  query,
  loading = <Loading />,
  children,
}: {
  query: UseQueryResult<Data, unknown>;
  /** Shown until there are data; by default bars. */
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) {
    return (
      <>
        {isWithdrawn(query.error) && <ErrorAlert error={query.error} />}
        {children(query.data)}
      </>
    );
  }
  if (query.error) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  return loading;
}

/** Shows the error of an action as a notification that stays until it is closed. */
export function showError(error: unknown): void {
  notifications.show({
    message: <ErrorAlert error={error} role="group" />,
    autoClose: false,
    withBorder: true,
    color: 'red',
  });
}
