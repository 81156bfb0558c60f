import { Card, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { summarizeInvoicesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** Billed, paid and outstanding amounts of a period, one card per currency. */
export function InvoiceTotals({
  period,
}: {
  period: { start_date: string | undefined; end_date: string | undefined };
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  const query = useQuery(summarizeInvoicesOptions({ query: period }));
  return (
    <QueryContent query={query}>
      {({ data }) => (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {data.by_currency.map(({ currency, count, total, paid, outstanding }) => (
            <Card key={currency} withBorder component="section" aria-label={`${t.totals} ${currency}`}>
              <Group justify="space-between">
                <Title order={2} size="h5">
                  {format.money(total, currency)}
                </Title>
                <Text size="sm">{t.billed(count)}</Text>
              </Group>
              <Text size="sm">
                {t.received}: {format.money(paid, currency)}
              </Text>
              <Text size="sm">
                {t.outstanding}: {format.money(outstanding, currency)}
              </Text>
            </Card>
          ))}
        </SimpleGrid>
      )}
    </QueryContent>
  );
}
