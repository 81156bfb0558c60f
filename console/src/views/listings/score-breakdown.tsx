import { Group, Progress, Stack, Text } from '@mantine/core';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { PARTS, type Score } from './model.ts';
import { translations } from './translations.ts';

/** The score of each part of the listing. */
export function ScoreBreakdown({ breakdown }: Pick<Score, 'breakdown'>) {
  const t = useTranslations(translations);
  const format = useFormat();
  return (
    <Stack gap="sm">
      {PARTS.map((part) => (
        <div key={part}>
          <Group justify="space-between" mb={4}>
            <Text size="sm">{t[`${part}Part`]}</Text>
            <Text size="sm">{format.percent(breakdown[part] / 100)}</Text>
          </Group>
          <Progress value={breakdown[part]} aria-label={t[`${part}Part`]} />
        </div>
      ))}
    </Stack>
  );
}
