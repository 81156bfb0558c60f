import { Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { useTranslations } from '../i18n/translations.ts';
import { type SearchParam, useSearchParams } from '../lib/search.ts';
import { translations } from '../shell/translations.ts';
import { SavedFilters } from './saved-filters.tsx';

/** What a filter's input of its own shows and changes. */
export interface FilterInputProps {
  label: string;
  value: string;
  options: Readonly<Record<string, string>>;
  onChange: (value: string | undefined) => void;
}

/**
 * A filter and the parameter of the address that it sets: a choice with `options` (value to label), in an `input` of its own if it is another
 * than of one value, or an input of the type.
 */
export type Filter = { name: SearchParam; label: string } & (
  | { options: Readonly<Record<string, string>>; input?: ComponentType<FilterInputProps> }
  // Days are those of the person's time zone, or those of the API, beside the times of which the person may see another.
  | { type: 'day' | 'utc-day' | 'search' | 'switch' }
);

/** The filters of a list. They are kept in the address; a change goes back to the first page. */
export function Filters({ filters, children }: { filters: readonly Filter[]; children?: ReactNode }) {
  const [search, setSearch] = useSearchParams();
  return (
    <Group gap="sm" align="end">
      {filters.map((filter) => (
        <FilterInput
          key={filter.name}
          filter={filter}
          value={search[filter.name]}
          onChange={(value) =>
            setSearch({ [filter.name]: value || undefined, page: undefined, cursor: undefined }, { replace: true })
          }
        />
      ))}
      <SavedFilters names={filters.map(({ name }) => name)} />
      {children}
    </Group>
  );
}

function FilterInput({
  filter,
  value,
  onChange,
}: {
  filter: Filter;
  value: unknown;
  onChange: (value: string | boolean | undefined) => void;
}) {
  const { label } = filter;
  const text = value === undefined ? '' : String(value);
  if ('options' in filter) {
    const { options, input: Input = SelectFilter } = filter;
    return <Input label={label} value={text} options={options} onChange={onChange} />;
  }
  if (filter.type === 'switch') {
    return (
      <Switch
        label={label}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
        pb={8}
      />
    );
  }
  return (
    <TextInput
      type={filter.type === 'search' ? 'search' : 'date'}
      label={filter.type === 'utc-day' ? `${label} (UTC)` : label}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Takes all filters away: the next step where nothing fits them. */
export function ShowAll() {
  const t = useTranslations(translations);
  return (
    <Button variant="default" renderRoot={(props) => <Link to="." search={{}} {...props} />}>
      {t.showAll}
    </Button>
  );
}

/** A choice of one value, or of all. */
export function SelectFilter({ label, value, options, onChange }: FilterInputProps) {
  const t = useTranslations(translations);
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[
        { value: '', label: t.all },
        ...Object.entries(options).map(([key, text]) => ({ value: key, label: text })),
      ]}
    />
  );
}
