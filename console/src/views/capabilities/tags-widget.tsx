import { TagsInput } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** A list of words, such as keywords. */
export function TagsWidget({ id, label, required, schema, value, rawErrors = [], onChange }: WidgetProps) {
  const t = useTranslations(translations);
  return (
    <TagsInput
      id={id}
      label={label}
      description={schema.description}
      placeholder={value.length === 0 ? t.tagsHint : undefined}
      required={required}
      value={value}
      maxTags={schema.maxItems}
      error={rawErrors.join('\n') || undefined}
      onChange={onChange}
    />
  );
}
