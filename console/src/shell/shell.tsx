import {
  ActionIcon,
  Anchor,
  AppShell,
  Burger,
  Group,
  Indicator,
  NativeSelect,
  NavLink,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHelp, IconMoon, IconSun } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type RefObject, Suspense, useId, useRef, useState } from 'react';
import { getMeQueryKey, updateMeMutation } from '../api/generated/client/@tanstack/react-query.gen.ts';
import { Deferred } from '../components/deferred.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { Mark } from '../components/mark.tsx';
import { Loading, showError } from '../components/states.tsx';
import { changeLanguage } from '../i18n/load-language.ts';
import { LANGUAGES, type Language, useLabel, useLanguage, useTranslations } from '../i18n/translations.ts';
import { ANNOUNCEMENT_ID } from '../lib/announce.ts';
import { useHasNews } from '../lib/news.ts';
import { NAVIGATION, type NavigationGroup, type NavigationItem } from '../navigation.ts';
import { Account } from './account.tsx';
import { Bell } from './bell.tsx';
import { Finder, type FinderDialog } from './finder/finder.tsx';
import { useMe } from './me.ts';
import { translations } from './translations.ts';
import { ViewOfAddress } from './view-access.tsx';

const HelpPanel = lazyPart(() => import('./help/help-panel.tsx'));
const HELP_ID = 'help';
/** Width of the help beside the view, pixels; in windows narrower than `md` it takes the place of the view. */
const HELP = { width: 400, breakpoint: 'md' } as const;

/** The layout around every view: header, navigation, account menu, and help beside the view. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure();
  const t = useTranslations(translations);
  const [hasHelp, help] = useDisclosure();
  const helpButton = useRef<HTMLButtonElement>(null);
  const [dialog, setDialog] = useState<FinderDialog>();
  const closeHelp = () => {
    help.close();
    // In a narrow window it was opened by the menu of the account.
    const isShown = helpButton.current?.checkVisibility();
    (isShown ? helpButton.current : document.getElementById('content'))?.focus();
  };
  return (
    <AppShell
      className={hasHelp ? 'with-help' : undefined}
      {...(hasHelp && { aside: HELP })}
      header={{ height: 52 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
      transitionDuration={0}
    >
      <AppShell.Header px="md">
        <Anchor href="#content" className="skip-link">
          {t.skip}
        </Anchor>
        <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={() => {
                help.close();
                toggle();
              }}
              hiddenFrom="sm"
              size="sm"
              aria-label={t.openNavigation}
              aria-expanded={opened}
            />
            <Text fw={600} component={Link} to="/" c="inherit" td="none">
              <Group gap="xs" wrap="nowrap" component="span">
                <Mark />
                <span className="product-name">{t.title}</span>
              </Group>
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Finder opened={dialog} onChange={setDialog} onHelp={help.open} />
            <HelpButton button={helpButton} opened={hasHelp} onClick={hasHelp ? closeHelp : help.open} />
            <Bell />
            <LanguageSelect />
            <ColorSchemeToggle />
            <Account onHelp={help.open} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t.navigation} style={{ overflowY: 'auto' }} mod={{ opened }}>
        <Deferred>
          <Navigation onNavigate={close} />
        </Deferred>
      </AppShell.Navbar>
      <VisuallyHidden id={ANNOUNCEMENT_ID} aria-live="polite" />
      <AppShell.Main id="content" tabIndex={-1}>
        <ViewOfAddress />
      </AppShell.Main>
      {hasHelp && (
        <AppShell.Aside
          id={HELP_ID}
          aria-label={t.help}
          className="no-print"
          style={{ overflowY: 'auto' }}
          onKeyDown={({ key }) => key === 'Escape' && closeHelp()}
        >
          <Suspense fallback={<Loading />}>
            <HelpPanel onClose={closeHelp} onShortcuts={() => setDialog('help')} />
          </Suspense>
        </AppShell.Aside>
      )}
    </AppShell>
  );
}

function Navigation({ onNavigate }: { onNavigate: () => void }) {
  return NAVIGATION.map((group) => (
    <NavigationGroupLinks key={group.items[0]?.to} group={group} onNavigate={onNavigate} />
  ));
}

/** The links of a group that the person may see. */
function NavigationGroupLinks({
  group: { label, items },
  onNavigate,
}: {
  group: NavigationGroup;
  onNavigate: () => void;
}) {
  const id = useId();
  const labelOf = useLabel();
  const { permissions } = useMe();
  const visible = items.filter(({ permission }) => permission === undefined || permissions.includes(permission));
  if (visible.length === 0) return null;
  return (
    <>
      {label && (
        <Text id={id} size="xs" fw={500} c="dimmed" px="sm" pt="md" pb={4}>
          {labelOf(label)}
        </Text>
      )}
      <ul className="unstyled" aria-labelledby={label && id}>
        {visible.map((item) => (
          <li key={item.to}>
            <NavigationLink item={item} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </>
  );
}

function NavigationLink({ item, onNavigate }: { item: NavigationItem; onNavigate: () => void }) {
  const labelOf = useLabel();
  const { to, label, icon: Icon } = item;
  return (
    <NavLink
      renderRoot={(props) => (
        <Link
          {...props}
          to={to}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          activeProps={{ 'data-active': true }}
        />
      )}
      label={labelOf(label)}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
      py={5}
      onClick={onNavigate}
    />
  );
}

/** Opens the help beside the view. A dot says that the list of changes has something new. */
function HelpButton({
  button,
  opened,
  onClick,
}: {
  button: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  onClick: () => void;
}) {
  const t = useTranslations(translations);
  const hasNews = useHasNews();
  const label = hasNews ? t.helpWithNews : t.help;
  return (
    <Indicator size={9} disabled={!hasNews} zIndex={1} visibleFrom="xs">
      <ActionIcon
        ref={button}
        variant="default"
        size={30}
        aria-label={label}
        title={label}
        aria-expanded={opened}
        aria-controls={opened ? HELP_ID : undefined}
        onClick={onClick}
      >
        <IconHelp size={16} aria-hidden />
      </ActionIcon>
    </Indicator>
  );
}

/** Changes the language at once, and saves it to the profile, which other browsers follow. */
function LanguageSelect() {
  const t = useTranslations(translations);
  const language = useLanguage();
  const queryClient = useQueryClient();
  const save = useMutation({
    ...updateMeMutation(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: getMeQueryKey() }),
    onError: showError,
  });
  return (
    <NativeSelect
      size="xs"
      variant="unstyled"
      aria-label={t.language}
      value={language}
      onChange={(event) => {
        const chosen = event.currentTarget.value as Language;
        void changeLanguage(chosen);
        save.mutate({ body: { language: chosen } });
      }}
      data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
    />
  );
}

function ColorSchemeToggle() {
  const t = useTranslations(translations);
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={30}
      aria-label={t[other]}
      title={t[other]}
      onClick={() => setColorScheme(other)}
    >
      {other === 'dark' ? <IconMoon size={16} aria-hidden /> : <IconSun size={16} aria-hidden />}
    </ActionIcon>
  );
}
