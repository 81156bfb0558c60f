import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listCapabilitiesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Capability } from '../../api/generated/client/types.gen.ts';
import { Filters, ShowAll } from '../../components/filters.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState, QueryContent } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { matchesQuery } from '../../lib/matches-query.ts';
import { Cost } from './execution-options.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/capabilities');

/** All capabilities as cards. */
export default function CapabilityList() {
  const t = useTranslations(translations);
  const search = route.useSearch();
  const query = useQuery(listCapabilitiesOptions({ query: { include_beta: true } }));
  return (
    <Page title={t.title} lead={t.lead}>
      <QueryContent query={query}>
        {({ data }) => {
          const filtered = data.filter((capability) => matches(capability, search));
          return (
            <Stack>
              <Filters
                filters={[
                  { name: 'q', label: t.search, type: 'search' },
                  { name: 'category', label: t.category, options: categoriesOf(data) },
                ]}
              />
              {filtered.length === 0 ? (
                <EmptyState title={t.empty} action={<ShowAll />}>
                  {t.emptyText}
                </EmptyState>
              ) : (
                <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
                  {filtered.map((capability) => (
                    <CapabilityCard key={capability.id} capability={capability} />
                  ))}
                </SimpleGrid>
              )}
            </Stack>
          );
        }}
      </QueryContent>
    </Page>
  );
}

function CapabilityCard({ capability: { attributes } }: { capability: Capability }) {
  const t = useTranslations(translations);
  return (
    <Card withBorder className="pressable">
      <Group justify="space-between" wrap="nowrap" align="start">
        <Title order={2} size="h5">
          <Link to="/capabilities/$slug" params={{ slug: attributes.slug }}>
            {attributes.name}
          </Link>
        </Title>
        {attributes.is_beta && <Badge variant="default">{t.beta}</Badge>}
      </Group>
      <Text size="sm" my="xs">
        {attributes.description}
      </Text>
      <Text size="xs" c="dimmed" mt="auto">
        {attributes.category_label} · <Cost capability={attributes} />
      </Text>
    </Card>
  );
}

function matches({ attributes }: Capability, { q, category }: { q?: string; category?: string }): boolean {
  const { slug, name, description } = attributes;
  return (
    (category === undefined || attributes.category === category) && matchesQuery(`${slug} ${name} ${description}`, q)
  );
}

function categoriesOf(capabilities: readonly Capability[]): Record<string, string> {
  return Object.fromEntries(capabilities.map(({ attributes }) => [attributes.category, attributes.category_label]));
}
