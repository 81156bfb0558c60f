import { Group, Kbd, Text, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from '../../i18n/translations.ts';
import { useShortcuts } from './shortcuts.ts';
import { translations } from './translations.ts';

const Palette = lazy(() => import('./palette.tsx'));
const ShortcutHelp = lazy(() => import('./shortcut-help.tsx'));

/** ⌘ on computers of Apple. */
const MODIFIER = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** The button that opens the palette, and the keys of the console. What they open is loaded then. */
export function Finder() {
  const t = useTranslations(translations);
  const [opened, setOpened] = useState<'palette' | 'help'>();
  useShortcuts(setOpened);
  const close = () => setOpened(undefined);
  return (
    <>
      <UnstyledButton
        className="finder-button"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpened('palette')}
      >
        <Group gap={6} wrap="nowrap">
          <IconSearch size={16} aria-hidden />
          <Text size="sm" className="finder-text">
            {t.open}
          </Text>
          <Kbd size="xs" visibleFrom="md" aria-hidden>
            {MODIFIER} K
          </Kbd>
        </Group>
      </UnstyledButton>
      <Suspense fallback={null}>
        {opened === 'palette' && <Palette onClose={close} onHelp={() => setOpened('help')} />}
        {opened === 'help' && <ShortcutHelp onClose={close} modifier={MODIFIER} />}
      </Suspense>
    </>
  );
}
