import { NumberInput, Stack } from '@mantine/core';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { LIMITS, type TriggerLimits } from './model.ts';
import { translations } from './translations.ts';

/** What a trigger may spend a day, and the failures that pause it; an empty field is no limit. */
export function LimitFields({
  limits,
  error,
  onChange,
}: {
  limits: TriggerLimits;
  error: unknown;
  onChange: (changes: Partial<TriggerLimits>) => void;
}) {
  const t = useTranslations(translations);
  return (
    <Stack gap="sm">
      {LIMITS.map((name) => (
        <NumberInput
          key={name}
          label={t[name]}
          description={t.noLimit}
          min={1}
          allowDecimal={false}
          hideControls
          value={limits[name] ?? ''}
          error={fieldError(error, name)}
          onChange={(value) => onChange({ [name]: value === '' ? null : Number(value) })}
        />
      ))}
    </Stack>
  );
}
