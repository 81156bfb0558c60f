import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Action, NamedItem, useBulk } from './use-bulk.tsx';

/** Does something with all chosen items. */
export function BulkButton({
  bulk,
  action,
  items,
  children,
}: {
  bulk: ReturnType<typeof useBulk>;
  action: Action;
  items: readonly NamedItem[];
  children: ReactNode;
}) {
  return (
    <Button size="xs" variant="default" loading={bulk.isPending} onClick={() => bulk.change(action, items)}>
      {children}
    </Button>
  );
}
