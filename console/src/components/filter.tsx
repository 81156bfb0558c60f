import { NativeSelect } from '@mantine/core';
import { useTexts } from '../i18n/texts.ts';
import { texts } from '../shell/texts.ts';

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
  const say = useTexts(texts);
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange((event.currentTarget.value || undefined) as Value | undefined)}
    >
      <option value="">{say.all}</option>
      {Object.entries<string>(options).map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </NativeSelect>
  );
}
