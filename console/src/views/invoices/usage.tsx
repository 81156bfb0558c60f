import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getUsageOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Usage } from '../../api/generated/client/types.gen.ts';
import { DescriptionItem, DescriptionList } from '../../components/description-list.tsx';
import { Page, Section } from '../../components/page.tsx';
import { type Column, DataTable } from '../../components/paged-table.tsx';
import { QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { humanize } from '../../lib/labels.ts';
import { CapabilityCredits, DailyCredits } from '../overview/charts.tsx';
import { translations } from './translations.ts';

type Attributes = Usage['attributes'];

/** Usage of the plan by day, capability and key. */
export default function UsageView() {
  const t = useTranslations(translations);
  const query = useQuery(getUsageOptions());
  return (
    <Page title={t.usage}>
      <QueryContent query={query}>{({ data }) => <UsageDetails attributes={data.attributes} />}</QueryContent>
    </Page>
  );
}

function UsageDetails({
  attributes: { plan, credits, requests, daily, keys, by_capability: used },
}: {
  attributes: Attributes;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  return (
    <Stack>
      <DescriptionList>
        <DescriptionItem name={t.plan}>{humanize(plan)}</DescriptionItem>
        <DescriptionItem name={t.available}>
          {format.number(credits.available)} ({t.held(format.number(credits.held))})
        </DescriptionItem>
        {credits.debt > 0 && <DescriptionItem name={t.debt}>{t.debtOf(format.number(credits.debt))}</DescriptionItem>}
        <DescriptionItem name={t.usedToday}>{format.number(credits.used_today)}</DescriptionItem>
        <DescriptionItem name={t.usedThisMonth}>{format.number(credits.used_this_month)}</DescriptionItem>
        <DescriptionItem name={t.requests}>
          {t.ofLimit(format.number(requests.used_today), format.number(requests.per_day_limit))}
        </DescriptionItem>
      </DescriptionList>
      <Section title={t.byDay}>
        {daily.some((day) => day.credits > 0) ? <DailyCredits daily={daily} /> : <Text size="sm">{t.nothingUsed}</Text>}
      </Section>
      <Section title={t.byCapability}>
        <CapabilityCredits used={used} />
      </Section>
      <Section title={t.keys}>
        <Keys keys={keys} />
      </Section>
    </Stack>
  );
}

function Keys({ keys }: { keys: Attributes['keys'] }) {
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
  return <DataTable rows={keys} columns={columns} label={t.keys} isFetching={false} />;
}
