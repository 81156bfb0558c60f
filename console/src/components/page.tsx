import { Alert, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

/** A view: its heading, what can be done, and what it shows. */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} – Marketwright`;
  }, [title]);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="center" gap="sm">
        <Title order={1} size="h2">
          {title}
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
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
