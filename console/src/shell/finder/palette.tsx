import { Loader, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { listCapabilitiesOptions, searchRecordsOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLabel, useTranslations } from '../../i18n/translations.ts';
import { translations as helpTranslations } from '../help/translations.ts';
import { usePermission } from '../me.ts';
import { translations as shellTranslations } from '../translations.ts';
import { type Entry, type Group, matching } from './entries.ts';
import { linkOf } from './record-link.ts';
import { useViews } from './shortcuts.ts';
import { translations } from './translations.ts';

/** After the last key, milliseconds; a request that is under way then is cancelled. */
const DEBOUNCE_MS = 150;
const MOST_TEXT = 200;

/** Views, actions and records by a few letters, with the keyboard alone. */
export default function Palette({
  onClose,
  onShortcuts,
  onHelp,
}: {
  onClose: () => void;
  onShortcuts: () => void;
  /** Opens the help beside the view. */
  onHelp: () => void;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  const id = useId();
  const [text, setText] = useState('');
  const { groups, isSearching, hasFailed } = useGroups(text.trim(), onClose, { onShortcuts, onHelp });
  const entries = groups.flatMap((group) => group.entries);
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, Math.max(entries.length - 1, 0));
  const list = useRef<HTMLDivElement>(null);
  // The options change with the text, and the chosen one has to be in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, text, entries.length]);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0) setChosen((active + step + entries.length) % entries.length);
    else if (event.key === 'Home' && event.ctrlKey) setChosen(0);
    else if (event.key === 'End' && event.ctrlKey) setChosen(entries.length - 1);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) entries[active]?.run();
    else return;
    event.preventDefault();
  }

  return (
    <Dialog title={t.open} opened onClose={onClose} size="lg">
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={t.placeholder}
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={entries.length > 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={t.placeholder}
        maxLength={MOST_TEXT}
        value={text}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={isSearching ? <Loader size={16} aria-hidden /> : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t.results} className="palette" tabIndex={-1}>
        {groups.map((group, index) => {
          const before = groups.slice(0, index).reduce((sum, { entries }) => sum + entries.length, 0);
          return (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, for which there is no element
            <div key={group.label} role="group" aria-labelledby={`${id}-group-${index}`}>
              <Text
                id={`${id}-group-${index}`}
                role="presentation"
                size="xs"
                c="dimmed"
                fw={500}
                px="xs"
                pt="sm"
                pb={4}
              >
                {group.label}
              </Text>
              {group.entries.map((entry, position) => (
                <Option
                  key={entry.key}
                  id={`${id}-${before + position}`}
                  entry={entry}
                  isActive={before + position === active}
                  onPoint={() => setChosen(before + position)}
                />
              ))}
            </div>
          );
        })}
      </div>
      {hasFailed && (
        <Text size="sm" p="sm" role="alert">
          {t.failed}
        </Text>
      )}
      {entries.length === 0 && !isSearching && !hasFailed && (
        <Text size="sm" p="sm" ta="center">
          {t.nothing}. {t.nothingText}
        </Text>
      )}
      <Text size="xs" c="dimmed" pt="sm" visibleFrom="sm">
        {t.hint}
      </Text>
      <VisuallyHidden role="status">
        {isSearching ? t.searching : t.found(format.number(entries.length))}
      </VisuallyHidden>
    </Dialog>
  );
}

function Option({
  id,
  entry,
  isActive,
  onPoint,
}: {
  id: string;
  entry: Entry;
  isActive: boolean;
  onPoint: () => void;
}) {
  return (
    // The input has the focus and the keys; biome knows only elements that have it themselves.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="palette-option"
      onMouseMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={entry.run}
    >
      <Text component="span" size="sm" truncate dir="auto">
        {entry.label}
      </Text>
      {entry.kind && (
        <Text component="span" size="xs" c="dimmed" className="palette-kind">
          {entry.kind}
        </Text>
      )}
    </div>
  );
}

/** What opens help. */
interface Helps {
  onShortcuts: () => void;
  onHelp: () => void;
}

/** What fits the text, by group. */
function useGroups(text: string, onClose: () => void, helps: Helps) {
  const t = useTranslations(translations);
  const navigate = useNavigate();
  const open = (link: LinkProps) => {
    onClose();
    void navigate(link);
  };
  const openView = (to: string) => {
    onClose();
    void navigate({ to });
  };
  const labelOf = useLabel();
  const [asked] = useDebouncedValue(text, DEBOUNCE_MS);
  const query = useQuery({
    ...searchRecordsOptions({ query: { q: asked } }),
    enabled: asked !== '' && text !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const views = useViews().map(
    (view): Entry => ({
      key: `view ${view.to}`,
      label: labelOf(view.label),
      words: view.label.en,
      run: () => openView(view.to),
    }),
  );
  const records = (text === '' ? [] : (query.data?.data ?? [])).map(
    (found): Entry => ({
      key: `${found.type} ${found.id}`,
      label: found.type === 'execution' ? `${found.title} #${found.id}` : found.title,
      kind: t[found.type],
      run: () => open(linkOf(found)),
    }),
  );
  const actions = useActions(open, helps);
  const groups: Group[] = [
    { label: t.views, entries: matching(views, text) },
    { label: t.actions, entries: matching(actions, text) },
    { label: t.records, entries: records },
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isSearching: text !== '' && (asked !== text || query.isFetching),
    hasFailed: text !== '' && query.isError,
  };
}

/** What the person may start. */
function useActions(open: (link: LinkProps) => void, { onShortcuts, onHelp }: Helps): Entry[] {
  const t = useTranslations(translations);
  const shell = useTranslations(shellTranslations);
  const help = useTranslations(helpTranslations);
  const mayWrite = usePermission('manage_content');
  const mayManageWebhooks = usePermission('manage_webhooks');
  const capabilities = useQuery({
    ...listCapabilitiesOptions({ query: { include_beta: true } }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: mayWrite,
  });
  const writing: readonly (readonly [string, LinkProps])[] = [
    [t.newText, { to: '/content/new' }],
    [t.newBrandVoice, { to: '/brand-voices/new' }],
    [t.newCaseStudy, { to: '/case-studies/new' }],
    [t.newEvent, { to: '/calendar', search: { event: 'new' } }],
    [t.newTrigger, { to: '/triggers/new' }],
    [t.newTemplate, { to: '/templates/own/new' }],
    ...(capabilities.data?.data ?? []).map(({ attributes: { slug, name } }): [string, LinkProps] => [
      t.start(name),
      { to: '/capabilities/$slug', params: { slug } },
    ]),
  ];
  const links: readonly (readonly [string, LinkProps])[] = [
    ...(mayWrite ? writing : []),
    // Owners and admins, who alone manage webhooks, invite people.
    ...(mayManageWebhooks
      ? [[t.newWebhook, { to: '/webhooks/new' }] as const, [t.invitePerson, { to: '/people/new' }] as const]
      : []),
  ];
  return [
    ...links.map(([label, link]): Entry => ({ key: `action ${label}`, label, run: () => open(link) })),
    { key: 'action help', label: shell.help, run: onHelp },
    { key: 'action news', label: help.news, run: () => open({ to: '/changelog' }) },
    { key: 'action shortcuts', label: t.showShortcuts, words: '?', run: onShortcuts },
  ];
}
