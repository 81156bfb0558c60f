import { Card, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { summarizeInvoicesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Loaded } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

/** What was billed, received and is outstanding over a period, a card a currency. */
export function Sums({ period }: { period: { start_date: string | undefined; end_date: string | undefined } }) {
  const say = useTexts(texts);
  const format = useFormat();
  const query = useQuery(summarizeInvoicesOptions({ query: period }));
  return (
    <Loaded query={query}>
      {({ data }) => (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {data.by_currency.map(({ currency, count, total, paid, outstanding }) => (
            <Card key={currency} withBorder component="section" aria-label={`${say.sums} ${currency}`}>
              <Group justify="space-between">
                <Title order={2} size="h5">
                  {format.money(total, currency)}
                </Title>
                <Text size="sm">{say.billed(count)}</Text>
              </Group>
              <Text size="sm">
                {say.received}: {format.money(paid, currency)}
              </Text>
              <Text size="sm">
                {say.outstanding}: {format.money(outstanding, currency)}
              </Text>
            </Card>
          ))}
        </SimpleGrid>
      )}
    </Loaded>
  );
}
