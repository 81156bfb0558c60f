import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getUsageByOptions, getUsageOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { GetUsageByResponse, Usage } from '../../api/generated/client/types.gen.ts';
import { DayChart } from '../../components/charts.tsx';
import type { Column } from '../../components/column.ts';
import { DescriptionItem, DescriptionList } from '../../components/description-list.tsx';
import { Filters } from '../../components/filters.tsx';
import { Page, Section } from '../../components/page.tsx';
import { DataTable } from '../../components/paged-table.tsx';
import { Loading, QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { humanize, pickLabels } from '../../lib/labels.ts';
import { useCapabilityName } from '../../lib/names.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useSearchParams } from '../../lib/search.ts';
import { usePermission } from '../../shell/me.ts';
import { csvOf } from './csv.ts';
import { GROUPS } from './model.ts';
import { translations } from './translations.ts';

type Attributes = Usage['attributes'];
type Grouped = GetUsageByResponse['data']['attributes'];
type Entry = Grouped['entries'][number];
/** An entry as a row of a table, which has an id. */
type Row = Omit<Entry, 'id'> & { id: number | string };

/** Requests and credits by key, person, program or capability, and the limits that they count against. */
export default function UsageView() {
  const t = useTranslations(translations);
  const [search, setSearch] = useSearchParams();
  const from = search.from === undefined ? undefined : String(search.from);
  const to = search.to === undefined ? undefined : String(search.to);
  const group = GROUPS.find((one) => one === search.group) ?? 'key';
  const usage = useQuery(getUsageOptions());
  const grouped = useQuery({ ...getUsageByOptions({ query: { group, from, to } }), placeholderData: keepPreviousData });
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={grouped.data && <ExportButton grouped={grouped.data.data.attributes} />}
    >
      {/* Both at once, so that neither moves what the other shows. */}
      {usage.isPending || grouped.isPending ? (
        <Loading />
      ) : (
        <Stack>
          <QueryContent query={usage}>{({ data }) => <Limits usage={data.attributes} />}</QueryContent>
          <Group gap="sm" align="end">
            <NativeSelect
              label={t.group}
              value={group}
              data={Object.entries(pickLabels(GROUPS, t)).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget: { value } }) =>
                setSearch({ group: GROUPS.find((one) => one === value) }, { replace: true })
              }
            />
            <Filters
              filters={[
                { name: 'from', label: t.from, type: 'utc-day' },
                { name: 'to', label: t.to, type: 'utc-day' },
              ]}
            />
          </Group>
          <QueryContent query={grouped}>{({ data }) => <Use grouped={data.attributes} />}</QueryContent>
          {group === 'key' && usage.data && (
            <Section title={t.caps}>
              <Caps keys={usage.data.data.attributes.keys} />
            </Section>
          )}
        </Stack>
      )}
    </Page>
  );
}

function Limits({ usage: { plan, credits, requests } }: { usage: Attributes }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { people } = requests;
  const ofLimit = ({ used_today: used, per_day_limit: limit }: { used_today: number; per_day_limit: number }) =>
    t.ofLimit(format.number(used), format.number(limit));
  return (
    <Section title={t.limits}>
      <DescriptionList>
        <DescriptionItem name={t.plan}>{humanize(plan)}</DescriptionItem>
        <DescriptionItem name={t.programs}>
          {ofLimit(requests)} ({t.perMinute(format.number(requests.per_minute_limit))})
        </DescriptionItem>
        <DescriptionItem name={t.people}>
          {ofLimit(people)} ({t.perMinuteEach(format.number(people.per_minute_limit))})
        </DescriptionItem>
        <DescriptionItem name={t.available}>
          {format.number(credits.available)} ({t.held(format.number(credits.held))})
        </DescriptionItem>
        {credits.debt > 0 && <DescriptionItem name={t.debt}>{t.debtOf(format.number(credits.debt))}</DescriptionItem>}
        <DescriptionItem name={t.usedToday}>{format.number(credits.used_today)}</DescriptionItem>
        <DescriptionItem name={t.usedThisMonth}>{format.number(credits.used_this_month)}</DescriptionItem>
      </DescriptionList>
      <Text size="sm" c="dimmed" mt="sm">
        {t.utc} {t.peopleHelp}
      </Text>
    </Section>
  );
}

function Use({ grouped: { group, daily, total, entries, others } }: { grouped: Grouped }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const nameOf = useEntryName();
  const maySeeKeys = usePermission('manage_webhooks');
  const columns: Column<Row>[] = [
    {
      header: t[group],
      cell: nameOf,
      ...(group === 'key' &&
        maySeeKeys && { link: ({ id }: Row) => ({ to: '/keys/$id', params: { id: String(id) } }) }),
    },
    { header: t.requests, cell: ({ requests }) => format.number(requests), align: 'right' },
    { header: t.errors, cell: ({ errors }) => format.number(errors), align: 'right', from: 'xs' },
    { header: t.credits, cell: ({ credits }) => format.number(credits), align: 'right' },
  ];
  if (total.requests === 0 && total.credits === 0) return <Text size="sm">{t.none}</Text>;
  return (
    <Stack>
      {total.requests > 0 && (
        <Section title={t.requestsByDay}>
          <DayChart
            label={t.requestsByDay}
            series={[
              { label: t.answered, tone: 'chart' },
              { label: t.errors, tone: 'danger' },
            ]}
            days={daily.map(({ date, requests, errors }) => ({
              date,
              values: [Math.max(0, requests - errors), errors],
            }))}
          />
        </Section>
      )}
      {total.credits > 0 && (
        <Section title={t.creditsByDay}>
          <DayChart
            label={t.creditsByDay}
            series={[{ label: t.credits, tone: 'chart' }]}
            days={daily.map(({ date, credits }) => ({ date, values: [credits] }))}
          />
        </Section>
      )}
      <Section title={t.entries}>
        <DataTable
          label={t.entries}
          rows={entries.map((entry) => ({ ...entry, id: entry.id ?? entry.slug ?? '' }))}
          columns={columns}
          isFetching={false}
        />
        <Text size="sm" c="dimmed" mt="xs">
          {others > 0 && `${t.others(format.number(others))} `}
          {t.utc}
        </Text>
      </Section>
    </Stack>
  );
}

/** What people call an entry; a key also by its first characters. */
function useEntryName(): (entry: Entry | Row) => string {
  const t = useTranslations(translations);
  const capabilityName = useCapabilityName();
  return ({ slug, name, prefix, id }) => {
    if (slug !== null) return capabilityName(slug);
    const known = name ?? t.noName(String(id));
    return prefix === null ? known : `${known} (${prefix}…)`;
  };
}

/** A row for each day and entry with any use, and for each day's sum. */
function ExportButton({ grouped }: { grouped: Grouped }) {
  const t = useTranslations(translations);
  const nameOf = useEntryName();
  const { group, from, to, daily, entries } = grouped;
  const save = () => {
    const rows = [
      ...daily.map((day) => ({ ...day, name: t.all })),
      ...entries.flatMap((entry) => entry.daily.map((day) => ({ ...day, name: nameOf(entry) }))),
    ].filter(({ requests, errors, credits }) => requests + errors + credits > 0);
    const head = [t.day, t[group], t.requests, t.errors, t.credits];
    const lines = rows.map(({ date, name, requests, errors, credits }) => [date, name, requests, errors, credits]);
    saveFile({ data: csvOf([head, ...lines]) }, `usage-${group}-${from}-${to}.csv`);
  };
  return (
    <Button variant="default" onClick={save}>
      {t.export}
    </Button>
  );
}

function Caps({ keys }: { keys: Attributes['keys'] }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const columns: Column<Attributes['keys'][number]>[] = [
    { header: t.key, cell: ({ prefix }) => prefix },
    {
      header: t.limit,
      cell: ({ daily_credit_limit: limit }) => (limit === null ? t.noLimit : format.number(limit)),
      from: 'xs',
      align: 'right',
    },
    { header: t.usedToday, cell: ({ used_today: used }) => format.number(used), align: 'right' },
  ];
  if (keys.length === 0) return <Text size="sm">{t.noKeys}</Text>;
  return <DataTable rows={keys} columns={columns} label={t.caps} isFetching={false} />;
}
