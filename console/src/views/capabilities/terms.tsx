import { TagsInput } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

/** A list of words, such as keywords, that are typed one after another. */
export function Terms({ id, label, required, schema, value, rawErrors = [], onChange }: WidgetProps) {
  const say = useTexts(texts);
  return (
    <TagsInput
      id={id}
      label={label}
      description={schema.description}
      placeholder={value.length === 0 ? say.termsHint : undefined}
      required={required}
      value={value}
      maxTags={schema.maxItems}
      error={rawErrors.join('\n') || undefined}
      onChange={onChange}
    />
  );
}
