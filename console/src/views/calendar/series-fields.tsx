import { NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getGtmSeriesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import type { Repeat } from './repeat.ts';
import { RepeatFields } from './repeat-fields.tsx';
import { translations } from './repeat-translations.ts';
import { SCOPES, type Scope } from './series.ts';
import { useRuleWords } from './use-rule-words.ts';

/** How the event repeats, and which events a change is for. One that was changed by itself is changed alone. */
export function SeriesFields({
  series,
  isException,
  scope,
  repeat,
  start,
  onChange,
  onRepeat,
}: {
  series: number;
  isException: boolean;
  scope: Scope;
  /** How the event and the following are to repeat; null: as they do. */
  repeat: Repeat | null;
  /** Of the event, local time in the zone of the series. */
  start: string;
  onChange: (scope: Scope) => void;
  onRepeat: (repeat: Repeat | null) => void;
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
      {canManage && !isException && scope === 'following' && (
        <RepeatFields repeat={repeat} none={t.asBefore} start={start} onChange={onRepeat} />
      )}
    </Stack>
  );
}
