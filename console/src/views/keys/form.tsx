import { MultiSelect, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listCapabilitiesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import type { KeyValues } from './model.ts';
import { translations } from './translations.ts';

/** The settings of a key. `isNew`: those that never change, too. */
export function KeyFields({
  values,
  onChange,
  error,
  isNew = false,
}: {
  values: KeyValues;
  onChange: (values: KeyValues) => void;
  error: unknown;
  isNew?: boolean;
}) {
  const t = useTranslations(translations);
  const { data: capabilities } = useQuery(listCapabilitiesOptions({ query: { include_beta: true } }));
  const set = (changes: Partial<KeyValues>) => onChange({ ...values, ...changes });
  return (
    <Stack maw={560}>
      <TextInput
        label={t.name}
        description={t.nameHint}
        required
        maxLength={255}
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={fieldError(error, 'name')}
      />
      <MultiSelect
        label={t.capabilities}
        description={t.capabilitiesHint}
        data={(capabilities?.data ?? []).map(({ attributes: { slug, name } }) => ({ value: slug, label: name }))}
        value={values.capabilities}
        onChange={(slugs) => set({ capabilities: slugs })}
        searchable
        clearable
        error={fieldError(error, 'scoped_capabilities')}
      />
      <Textarea
        label={t.addresses}
        description={t.addressesHint}
        autosize
        minRows={2}
        maxRows={8}
        value={values.addresses}
        onChange={(event) => set({ addresses: event.currentTarget.value })}
        error={fieldError(error, 'allowed_ip_addresses')}
      />
      <NumberInput
        label={t.perMinute}
        min={1}
        max={10_000}
        allowDecimal={false}
        hideControls
        value={values.perMinute}
        onChange={(perMinute) => set({ perMinute })}
        error={fieldError(error, 'rate_limit_per_minute')}
      />
      <NumberInput
        label={t.dailyCredits}
        description={t.dailyCreditsHint}
        min={0}
        allowDecimal={false}
        hideControls
        value={values.dailyCredits}
        onChange={(dailyCredits) => set({ dailyCredits })}
        error={fieldError(error, 'daily_credit_limit')}
      />
      <TextInput
        type="date"
        label={t.expires}
        description={t.expiresHint}
        value={values.expires}
        onChange={(event) => set({ expires: event.currentTarget.value })}
        error={fieldError(error, 'expires_at')}
      />
      {isNew && (
        <Switch
          label={t.sandbox}
          description={t.sandboxHint}
          checked={values.sandbox}
          onChange={(event) => set({ sandbox: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
