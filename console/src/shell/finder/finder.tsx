import { Group, Kbd, Text, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Suspense } from 'react';
import { lazyDialog } from '../../components/lazy-part.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useShortcuts } from './shortcuts.ts';
import { translations } from './translations.ts';

const Palette = lazyDialog(() => import('./palette.tsx'));
const ShortcutHelp = lazyDialog(() => import('./shortcut-help.tsx'));

/** ⌘ on computers of Apple. */
const MODIFIER = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** The palette, or the list of shortcuts. */
export type FinderDialog = 'palette' | 'help';

/** The button that opens the palette, and the keys of the console. What they open is loaded then. */
export function Finder({
  opened,
  onChange,
  onHelp,
}: {
  opened: FinderDialog | undefined;
  onChange: (dialog: FinderDialog | undefined) => void;
  /** Opens the help beside the view. */
  onHelp: () => void;
}) {
  const t = useTranslations(translations);
  useShortcuts(onChange);
  const close = () => onChange(undefined);
  const openHelp = () => {
    close();
    onHelp();
  };
  return (
    <>
      <UnstyledButton
        className="finder-button"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => onChange('palette')}
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
        {opened === 'palette' && <Palette onClose={close} onShortcuts={() => onChange('help')} onHelp={openHelp} />}
        {opened === 'help' && <ShortcutHelp onClose={close} onHelp={openHelp} modifier={MODIFIER} />}
      </Suspense>
    </>
  );
}
