import { Badge, type BadgeProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** A status as a coloured dot and a word; `color` is a colour of the theme. */
export function StatusBadge({
  color,
  miw,
  children,
}: Pick<BadgeProps, 'miw'> & { color: string; children: ReactNode }) {
  return (
    <Badge variant="dot" color={color} tt="none" miw={miw}>
      {children}
    </Badge>
  );
}
