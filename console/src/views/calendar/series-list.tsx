import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  deleteGtmSeriesMutation,
  listGtmSeriesOptions,
  listGtmSeriesQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { GtmSeries } from '../../api/generated/client/types.gen.ts';
import { DeleteButton } from '../../components/confirm-button.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { ListView } from '../../components/paged-table.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { translations } from './repeat-translations.ts';
import { dayIn } from './times.ts';
import { useRuleWords } from './use-rule-words.ts';

const route = getRouteApi('/calendar/series');

/** The series of the schedule: their rules, what is next of each, and how much is to come. */
export default function SeriesList() {
  const t = useTranslations(translations);
  const format = useFormat();
  const words = useRuleWords();
  const canManage = usePermission('manage_content');
  return (
    <ListView
      text={t}
      firstStep={
        canManage && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/calendar" search={{ event: 'new' }} {...props} />}
          >
            {t.addEvent}
          </Button>
        )
      }
      query={listGtmSeriesOptions({ query: route.useSearch() })}
      columns={[
        {
          header: t.name,
          cell: ({ attributes }) => attributes.title,
          link: ({ attributes: { next_at, starts_at } }) => ({
            to: '/calendar',
            search: { view: 'agenda', date: dayIn(next_at ?? starts_at) },
          }),
        },
        { header: t.rule, cell: ({ attributes }) => words(attributes.recurrence), from: 'sm' },
        {
          header: t.next,
          cell: ({ attributes: { next_at } }) => (next_at === null ? t.over : <DateTime at={next_at} />),
        },
        {
          header: t.toCome,
          cell: ({ attributes }) => format.number(attributes.upcoming_count),
          align: 'right',
          from: 'xs',
        },
        ...(canManage
          ? [
              {
                header: t.actions,
                cell: ({ id, attributes: { title, upcoming_count } }: GtmSeries) =>
                  upcoming_count > 0 && (
                    <DeleteButton
                      size="xs"
                      label={t.cancelShort}
                      aria-label={t.cancelOne(title)}
                      question={t.cancelQuestion}
                      confirmLabel={t.cancelAll}
                      message={t.cancelled}
                      mutation={deleteGtmSeriesMutation()}
                      variables={{ path: { id } }}
                      listKey={listGtmSeriesQueryKey()}
                    />
                  ),
                align: 'right' as const,
              },
            ]
          : []),
      ]}
    />
  );
}
