import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconProgress,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone } from '../tokens.ts';

/** What the colours of statuses mean. */
const TONES: Readonly<Record<string, Tone>> = {
  blue: 'info',
  brand: 'info',
  indigo: 'info',
  cyan: 'info',
  green: 'success',
  teal: 'success',
  lime: 'success',
  yellow: 'warning',
  orange: 'warning',
  red: 'danger',
};
const ICONS: Readonly<Record<Tone, Icon>> = {
  neutral: IconCircleDashed,
  info: IconProgress,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconCircleX,
};

/** A status as a word with an icon on a soft tint, so that colour is never all there is; `color` is a colour of the theme. */
export function StatusBadge({ color, icon, children }: { color: string; icon?: Icon; children: ReactNode }) {
  const tone = TONES[color] ?? 'neutral';
  const Icon = icon ?? ICONS[tone];
  return (
    <span className="status" data-tone={tone}>
      <Icon size={13} stroke={2} aria-hidden />
      {children}
    </span>
  );
}
