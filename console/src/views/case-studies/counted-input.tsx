import { Textarea, TextInput } from '@mantine/core';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** A text input with a character count and a length check. */
export function CountedInput({
  label,
  value,
  max,
  multiline = false,
  required = false,
  readOnly,
  error,
  onChange,
}: {
  label: string;
  value: string;
  /** Maximum length in characters. Undefined when the API has no limit. */
  max: number | undefined;
  multiline?: boolean;
  required?: boolean;
  readOnly: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  const length = value.trim().length;
  const over = max === undefined ? 0 : length - max;
  const input = {
    label,
    value,
    readOnly,
    withAsterisk: required,
    'aria-required': required,
    description:
      max === undefined ? t.count(format.number(length)) : t.countOf(format.number(length), format.number(max)),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    error: over > 0 ? t.tooLong(format.number(over)) : error,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return multiline ? <Textarea autosize minRows={3} maxRows={16} {...input} /> : <TextInput {...input} />;
}
