import { type Icon, IconInbox } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { NAVIGATION, type NavigationGroup, type NavigationItem } from '../navigation.ts';

const WIDTH = 160;
const ICON = 26;

/** The picture of an empty state: sheets on a bench, and the icon of the view in front of them. */
export function Picture({ icon }: { icon: Icon | undefined }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const items: readonly NavigationItem[] = NAVIGATION.flatMap((group: NavigationGroup) => group.items);
  const view = items.findLast(({ to }) => `${path}/`.startsWith(`${to}/`));
  const Icon = icon ?? view?.icon ?? IconInbox;
  return (
    <svg className="picture" viewBox="0 0 160 108" width={WIDTH} aria-hidden>
      <path d="M14 96h132M30 96v8M130 96v8" />
      <rect x="26" y="30" width="46" height="58" rx="5" className="soft" transform="rotate(-7 49 59)" />
      <rect x="88" y="30" width="46" height="58" rx="5" className="soft" transform="rotate(7 111 59)" />
      <rect x="54" y="18" width="52" height="70" rx="6" className="sheet" />
      <path d="M64 32h32M64 40h22M64 74h32" />
      <circle cx="80" cy="57" r="21" className="accent" />
      <g className="accent">
        <Icon size={ICON} x={80 - ICON / 2} y={57 - ICON / 2} stroke={1.6} />
      </g>
    </svg>
  );
}
