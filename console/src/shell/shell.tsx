import {
  ActionIcon,
  Anchor,
  AppShell,
  Burger,
  Group,
  Menu,
  NativeSelect,
  NavLink,
  ScrollArea,
  Text,
  Title,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { Link, Outlet } from '@tanstack/react-router';
import { use, useId } from 'react';
import { signOut } from '../auth/sign-out.ts';
import { LANGUAGES, type Language, speak, useLanguage } from '../i18n/language.ts';
import { useTexts } from '../i18n/texts.ts';
import { useMe } from './me.ts';
import { NavigationContext, type NavigationEntry, type NavigationGroup } from './navigation.ts';
import { texts } from './texts.ts';

/** What is around every view: navigation, language, colours, the account. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure();
  const say = useTexts(texts);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
      transitionDuration={0}
    >
      <AppShell.Header px="md">
        <Anchor href="#content" className="skip">
          {say.skip}
        </Anchor>
        <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={say.openNavigation}
              aria-expanded={opened}
            />
            <Text fw={700} component={Link} to="/" c="inherit" td="none">
              {say.title}
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <LanguageChoice />
            <SchemeToggle />
            <Account />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={say.navigation}>
        <ScrollArea>
          <Navigation onFollow={close} />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

function Navigation({ onFollow }: { onFollow: () => void }) {
  const groups = use(NavigationContext);
  return groups.map((group) => <Entries key={group.entries[0]?.to} group={group} onFollow={onFollow} />);
}

/** What the person may see of a group. */
function Entries({ group: { label, entries }, onFollow }: { group: NavigationGroup; onFollow: () => void }) {
  const id = useId();
  const language = useLanguage();
  const { permissions } = useMe();
  const shown = entries.filter(({ permission }) => permission === undefined || permissions.includes(permission));
  if (shown.length === 0) return null;
  return (
    <>
      {label && (
        <Text id={id} size="xs" fw={600} c="dimmed" px="sm" pt="sm" pb={4}>
          {label[language]}
        </Text>
      )}
      <ul className="plain" aria-labelledby={label && id}>
        {shown.map((entry) => (
          <li key={entry.to}>
            <Entry entry={entry} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Entry({ entry, onFollow }: { entry: NavigationEntry; onFollow: () => void }) {
  const language = useLanguage();
  const { to, label, icon: Icon } = entry;
  return (
    <NavLink
      renderRoot={(props) => (
        <Link
          {...props}
          to={to}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          activeProps={{ 'data-active': true, 'aria-current': 'page' }}
        />
      )}
      label={label[language]}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
      py={5}
      onClick={onFollow}
    />
  );
}

function LanguageChoice() {
  const say = useTexts(texts);
  const language = useLanguage();
  return (
    <NativeSelect
      size="xs"
      aria-label={say.language}
      value={language}
      onChange={(event) => speak(event.currentTarget.value as Language)}
      data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
    />
  );
}

function SchemeToggle() {
  const say = useTexts(texts);
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={say[other]}
      title={say[other]}
      onClick={() => setColorScheme(other)}
    >
      {other === 'dark' ? <IconMoon size={16} aria-hidden /> : <IconSun size={16} aria-hidden />}
    </ActionIcon>
  );
}

function Account() {
  const say = useTexts(texts);
  const { name, email, role, partner } = useMe();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton aria-label={say.account(name)}>
          <Group gap={4} wrap="nowrap">
            <Text size="sm" visibleFrom="sm" maw={160} truncate>
              {name}
            </Text>
            <IconChevronDown size={16} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="div" disabled={false} closeMenuOnClick={false}>
          <Title order={2} size="sm">
            {partner.name}
          </Title>
          <Text size="xs">{[email, role].filter(Boolean).join(' · ')}</Text>
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {say.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
