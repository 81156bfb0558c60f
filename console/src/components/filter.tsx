import { NativeSelect } from '@mantine/core';
import { useTranslations } from '../i18n/translations.ts';
import { translations } from '../shell/translations.ts';

/** A filter of a list that takes one of a few values, or none. */
export function Filter<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value | undefined;
  options: Readonly<Record<Value, string>>;
  onChange: (value: Value | undefined) => void;
}) {
  const t = useTranslations(translations);
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange((event.currentTarget.value || undefined) as Value | undefined)}
    >
      <option value="">{t.all}</option>
      {Object.entries<string>(options).map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </NativeSelect>
  );
}
