import { NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getGtmSeriesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { translations } from './repeat-translations.ts';
import { SCOPES, type Scope } from './series.ts';
import { useRuleWords } from './use-rule-words.ts';

/** How the event repeats, and which events a change is for. One that was changed by itself is changed alone. */
export function SeriesFields({
  series,
  isException,
  scope,
  onChange,
}: {
  series: number;
  isException: boolean;
  scope: Scope;
  onChange: (scope: Scope) => void;
}) {
  const t = useTranslations(translations);
  const words = useRuleWords();
  const canManage = usePermission('manage_content');
  const query = useQuery(getGtmSeriesOptions({ path: { id: series } }));
  return (
    <Stack gap="xs">
      <Text size="sm">{query.data && words(query.data.data.attributes.recurrence)}</Text>
      {isException ? (
        <Text size="sm">{t.exception}</Text>
      ) : (
        canManage && (
          <NativeSelect
            label={t.scope}
            description={t.scopeHint}
            value={scope}
            data={SCOPES.map((value) => ({ value, label: t[`scope_${value}`] }))}
            onChange={({ currentTarget }) => onChange(currentTarget.value as Scope)}
          />
        )
      )}
    </Stack>
  );
}
