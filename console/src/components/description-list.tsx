import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A grid of names and values. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="md" verticalSpacing="sm" component="dl" className="unstyled">
      {children}
    </SimpleGrid>
  );
}

/** A name and its value. */
export function DescriptionItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" className="unstyled">
        {children}
      </Text>
    </div>
  );
}
