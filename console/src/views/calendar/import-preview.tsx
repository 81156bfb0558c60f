import { Alert, Badge, Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { importGtmEvents } from '../../api/generated/client/sdk.gen.ts';
import type { PreviewGtmImportAnswer, PreviewGtmImportBody } from '../../api/generated/client/types.gen.ts';
import { DataTable } from '../../components/paged-table.tsx';
import { ErrorAlert } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './import-translations.ts';
import { dayIn } from './times.ts';
import { EVENTS_KEY } from './use-events.tsx';
import { useRuleWords } from './use-rule-words.ts';

type Preview = PreviewGtmImportAnswer['data'];

/** Entries and problems that are shown; a file may have a thousand. */
const MOST_SHOWN = 50;

/** What a file would make, what is known already and what cannot be read; and the import. */
export function ImportPreview({
  body,
  preview: { entries, problems },
  onDone,
}: {
  body: PreviewGtmImportBody;
  preview: Preview;
  onDone: () => void;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  const queryClient = useQueryClient();
  const [isSkipping, setSkipping] = useState(false);
  const added = entries.reduce((sum, { is_known, event_count }) => sum + (is_known ? 0 : event_count), 0);
  const known = entries.filter(({ is_known }) => is_known).length;
  const [events, knownCount, problemCount] = [added, known, problems.length].map(format.number) as [
    string,
    string,
    string,
  ];
  const run = useMutation({
    mutationFn: async () =>
      (await importGtmEvents({ body: { ...body, skip_problems: isSkipping }, throwOnError: true })).data.data,
    onSuccess: (result) => {
      notifications.show({ message: t.done(format.number(result.events), format.number(result.known)) });
      onDone();
      return queryClient.invalidateQueries({ queryKey: EVENTS_KEY });
    },
  });
  return (
    <Stack>
      <Text aria-live="polite">{t.summary(events, knownCount, problemCount)}</Text>
      {problems.length > 0 && <Problems problems={problems} />}
      {entries.length > 0 && <Entries entries={entries} />}
      {problems.length > 0 && (
        <Checkbox
          label={t.skip}
          checked={isSkipping}
          onChange={({ currentTarget: { checked } }) => setSkipping(checked)}
        />
      )}
      {run.error && <ErrorAlert error={run.error} />}
      {added === 0 ? (
        <Text size="sm">{t.nothing}</Text>
      ) : (
        <Group>
          <Button loading={run.isPending} disabled={problems.length > 0 && !isSkipping} onClick={() => run.mutate()}>
            {t.run(events)}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Problems({ problems }: Pick<Preview, 'problems'>) {
  const t = useTranslations(translations);
  const format = useFormat();
  return (
    <Alert color="orange" variant="outline" title={t.problems}>
      <Stack component="ul" gap="xs" className="unstyled">
        {problems.slice(0, MOST_SHOWN).map(({ line, title, problems: texts }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a preview never changes
          <li key={index}>
            <Text size="sm" fw={600} dir="auto">
              {t.problemAt(format.number(line), title ?? '')}
            </Text>
            <Text size="sm">
              {Object.entries(texts)
                .map(([field, sentences]) => `${field}: ${sentences.join(' ')}`)
                .join(' ')}
            </Text>
          </li>
        ))}
      </Stack>
      <Rest count={problems.length - MOST_SHOWN} />
    </Alert>
  );
}

function Entries({ entries }: Pick<Preview, 'entries'>) {
  const t = useTranslations(translations);
  const format = useFormat();
  const words = useRuleWords();
  const whenOf = ({ scheduled_at: at, all_day, timezone }: Preview['entries'][number]) =>
    all_day ? format.day(dayIn(at, timezone)) : format.dateTime(at);
  return (
    <section aria-label={t.entries}>
      <Title order={3} size="h6">
        {t.entries}
      </Title>
      <DataTable
        label={t.entries}
        rows={entries.slice(0, MOST_SHOWN).map((entry, id) => ({ ...entry, id }))}
        columns={[
          { header: t.line, cell: ({ line }) => format.number(line), align: 'right', from: 'sm' },
          {
            header: t.event,
            cell: ({ title, recurrence, is_known }) => (
              <>
                <Text className="title" dir="auto">
                  {title}
                </Text>
                {recurrence !== null && <Text size="sm">{words(recurrence)}</Text>}
                {is_known && (
                  <Badge variant="default" tt="none">
                    {t.known}
                  </Badge>
                )}
              </>
            ),
          },
          { header: t.begins, cell: whenOf },
          { header: t.count, cell: ({ event_count: count }) => format.number(count), align: 'right', from: 'sm' },
        ]}
      />
      <Rest count={entries.length - MOST_SHOWN} />
    </section>
  );
}

function Rest({ count }: { count: number }) {
  const t = useTranslations(translations);
  const format = useFormat();
  return count > 0 && <Text size="sm">{t.more(format.number(count))}</Text>;
}
