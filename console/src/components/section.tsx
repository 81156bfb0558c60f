import { Card, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

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
