import { Button, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import type { FilterInputProps } from '../../../components/filters.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { filteredTags, MAX_FILTERED_TAGS } from './filtered-tags.ts';
import { translations } from './translations.ts';

/** Chooses tags, of which a text has to have all. Plain, since the list is not to load a select of several for it. */
export function TagFilter({ label, value, options, onChange }: FilterInputProps) {
  const t = useTranslations(translations);
  const select = useRef<HTMLSelectElement>(null);
  const chosen = filteredTags(value);
  const offered = Object.entries(options).filter(([name]) => !chosen.includes(name));
  return (
    <>
      <NativeSelect
        ref={select}
        label={label}
        value=""
        data={[
          { value: '', label: chosen.length === 0 ? t.any : t.another },
          ...(chosen.length < MAX_FILTERED_TAGS ? offered.map(([name, text]) => ({ value: name, label: text })) : []),
        ]}
        onChange={({ currentTarget }) => onChange([...chosen, currentTarget.value].join(','))}
      />
      {chosen.map((tag) => (
        <Button
          key={tag}
          variant="default"
          aria-label={t.without(tag)}
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => {
            onChange(chosen.filter((one) => one !== tag).join(',') || undefined);
            // Its button is gone.
            select.current?.focus();
          }}
        >
          <span dir="auto">{tag}</span>
        </Button>
      ))}
    </>
  );
}
