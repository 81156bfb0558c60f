import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { forgetStored, keepStored, readStored } from '../../lib/storage.ts';
import { NAVIGATION, type NavigationItem } from '../../navigation.ts';
import { useMe } from '../me.ts';

/** The key after `g` that leads to a view. */
const KEYS: Readonly<Record<string, string>> = {
  '/': 'o',
  '/capabilities': 'c',
  '/executions': 'e',
  '/writer': 'w',
  '/case-studies': 's',
  '/templates': 't',
  '/brand-voices': 'v',
  '/knowledge': 'k',
  '/guardrails': 'u',
  '/board': 'b',
  '/content': 'n',
  '/calendar': 'd',
  '/triggers': 'r',
  '/listings': 'l',
  '/agents': 'a',
  '/invoices': 'i',
  '/webhooks': 'h',
};
/** How long after `g` the second key counts, milliseconds. */
const SEQUENCE_MS = 1_500;
const STORED = 'marketwright.shortcuts';
const listeners = new Set<() => void>();

/** The views that the person may see. */
export function useViews(): readonly NavigationItem[] {
  const { permissions } = useMe();
  const items: readonly NavigationItem[] = NAVIGATION.flatMap((group): readonly NavigationItem[] => group.items);
  return items.filter(({ permission }) => permission === undefined || permissions.includes(permission));
}

/** The key after `g` that leads to the view; undefined: it has none. */
export function keyOf(view: string): string | undefined {
  return KEYS[view];
}

/** Whether shortcuts of single keys are used. Ctrl or ⌘ with K always opens the palette. */
export function useAreShortcutsOn(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => readStored(STORED) !== 'off',
  );
}

/** Switches shortcuts of single keys on or off in this browser (WCAG 2.1.4). */
export function switchShortcuts(on: boolean): void {
  if (on) forgetStored(STORED);
  else keepStored(STORED, 'off');
  for (const listener of listeners) listener();
}

/** Listens for the keys of the palette, the help and the views. */
export function useShortcuts(open: (what: 'palette' | 'help') => void): void {
  const navigate = useNavigate();
  const areOn = useAreShortcutsOn();
  const views = useViews();
  const latest = useRef({ open, navigate, areOn, views });
  latest.current = { open, navigate, areOn, views };
  useEffect(() => {
    let sinceG = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      const { open, navigate, areOn, views } = latest.current;
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        open('palette');
        return;
      }
      const isSequence = event.timeStamp - sinceG < SEQUENCE_MS;
      sinceG = Number.NEGATIVE_INFINITY;
      if (
        !areOn ||
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isForOthers(event.target)
      )
        return;
      if (event.key === '?') open('help');
      else if (isSequence) {
        const view = views.find(({ to }) => KEYS[to] === event.key);
        if (view) void navigate({ to: view.to });
      } else if (event.key === 'g') sinceG = event.timeStamp;
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Whether keys are typed into a field, or belong to a dialog or a menu. */
function isForOthers(target: EventTarget | null): boolean {
  return (
    document.querySelector('[role="dialog"]') !== null ||
    (target instanceof HTMLElement &&
      (target.isContentEditable ||
        target.closest('input, textarea, select, [role="menu"], [role="application"]') !== null))
  );
}
