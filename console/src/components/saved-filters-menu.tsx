import { Menu } from '@mantine/core';
import { IconCheck, IconFilterOff, IconPlus, IconSettings } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslations } from '../i18n/translations.ts';
import { valuesOf } from '../lib/list-preferences.ts';
import { type SearchParam, useSearchParams } from '../lib/search.ts';
import { Dialog } from './dialog.tsx';
import { SavedFiltersButton, useSavedFilters } from './saved-filters-button.tsx';
import { ManageFilters, SaveFilter } from './saved-filters-forms.tsx';
import { translations } from './saved-filters-translations.ts';

/** The saved filters of a list. It is open when it appears, since its code is loaded when it is asked for. */
export default function SavedFiltersMenu({ names }: { names: readonly SearchParam[] }) {
  const t = useTranslations(translations);
  const [, setSearch] = useSearchParams();
  const { view, filters, current, active } = useSavedFilters(names);
  const button = useRef<HTMLButtonElement>(null);
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const close = () => setDialog(undefined);
  const isSet = Object.keys(current).length > 0;
  const apply = (values: object) => {
    const none = Object.fromEntries(names.map((name) => [name, undefined]));
    setSearch({ ...none, page: undefined, cursor: undefined, ...values });
  };
  return (
    <>
      <Menu
        position="bottom-start"
        defaultOpened
        withinPortal={false}
        transitionProps={{ duration: 0 }}
        onClose={() => button.current?.focus()}
      >
        <Menu.Target>
          <SavedFiltersButton ref={button} active={active} />
        </Menu.Target>
        <Menu.Dropdown maw={320}>
          {filters.map((filter) => (
            <Menu.Item
              key={filter.id}
              leftSection={<IconCheck size={16} aria-hidden visibility={filter === active ? 'visible' : 'hidden'} />}
              aria-current={filter === active ? 'true' : undefined}
              onClick={() => apply(valuesOf(filter))}
            >
              {filter.name}
            </Menu.Item>
          ))}
          {filters.length > 0 && <Menu.Divider />}
          {!isSet && filters.length === 0 && <Menu.Label>{t.hint}</Menu.Label>}
          {active === undefined && (
            <Menu.Item
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={!isSet}
              onClick={() => setDialog('save')}
            >
              {t.save}
            </Menu.Item>
          )}
          {isSet && (
            <Menu.Item leftSection={<IconFilterOff size={16} aria-hidden />} onClick={() => apply({})}>
              {t.reset}
            </Menu.Item>
          )}
          {filters.length > 0 && (
            <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => setDialog('manage')}>
              {t.manage}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog title={t.save} opened={dialog === 'save'} onClose={close}>
        <SaveFilter view={view} query={current} onDone={close} />
      </Dialog>
      <Dialog title={t.manage} opened={dialog === 'manage'} onClose={close}>
        <ManageFilters filters={filters} onDone={close} />
      </Dialog>
    </>
  );
}
