import { Badge, Card, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listCapabilitiesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Capability } from '../../api/generated/client/types.gen.ts';
import { Filter } from '../../components/filter.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { Cost } from './cost.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/capabilities');

/** What can be had made, by category and by the words of the search. */
export function CapabilityList() {
  const say = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(listCapabilitiesOptions({ query: { include_beta: true } }));
  const filter = (changes: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  return (
    <Page title={say.title} lead={say.lead}>
      <Loaded query={query}>
        {({ data }) => {
          const found = data.filter((capability) => fits(capability, search));
          return (
            <Stack>
              <Group align="end">
                <TextInput
                  type="search"
                  label={say.search}
                  value={search.q ?? ''}
                  onChange={(event) => filter({ q: event.currentTarget.value || undefined })}
                />
                <Filter
                  label={say.category}
                  value={search.category}
                  options={categoriesOf(data)}
                  onChange={(category) => filter({ category })}
                />
              </Group>
              {found.length === 0 ? (
                <Empty title={say.empty}>{say.emptyText}</Empty>
              ) : (
                <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
                  {found.map((capability) => (
                    <CapabilityCard key={capability.id} capability={capability} />
                  ))}
                </SimpleGrid>
              )}
            </Stack>
          );
        }}
      </Loaded>
    </Page>
  );
}

function CapabilityCard({ capability: { attributes } }: { capability: Capability }) {
  const say = useTexts(texts);
  return (
    <Card withBorder>
      <Group justify="space-between" wrap="nowrap" align="start">
        <Title order={2} size="h5">
          <Link to="/capabilities/$slug" params={{ slug: attributes.slug }}>
            {attributes.name}
          </Link>
        </Title>
        {attributes.is_beta && <Badge variant="default">{say.beta}</Badge>}
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

function fits({ attributes }: Capability, { q = '', category }: { q?: string; category?: string }): boolean {
  const text = `${attributes.slug} ${attributes.name} ${attributes.description}`.toLowerCase();
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return (category === undefined || attributes.category === category) && words.every((word) => text.includes(word));
}

function categoriesOf(capabilities: readonly Capability[]): Record<Capability['attributes']['category'], string> {
  const labels = capabilities.map(({ attributes }) => [attributes.category, attributes.category_label]);
  return Object.fromEntries(labels) as Record<Capability['attributes']['category'], string>;
}
