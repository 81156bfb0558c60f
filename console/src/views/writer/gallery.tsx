import { ActionIcon, Badge, Button, Card, Group, SimpleGrid, Switch, Text, TextInput, Title } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listWriterTemplatesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Filter } from '../../components/filter.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { wordsOf } from '../../lib/words.ts';
import { useMay } from '../../shell/me.ts';
import { useFavorites } from './favorites.ts';
import { texts } from './texts.ts';
import { CATEGORIES, type Template } from './words.ts';

const route = getRouteApi('/writer');

/** The templates of the writer, by kind, by the words of the search, and the favourites alone. */
export function Gallery() {
  const say = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(listWriterTemplatesOptions());
  const { favorites, toggle } = useFavorites();
  const mayChange = useMay('manage_content');
  const filter = (changes: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  return (
    <Page
      title={say.title}
      lead={say.lead}
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/writer/history" {...props} />}>
          {say.history}
        </Button>
      }
    >
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
          options={wordsOf(CATEGORIES, say)}
          onChange={(category) => filter({ category })}
        />
        <Switch
          label={say.favorites}
          checked={search.favorites ?? false}
          onChange={(event) => filter({ favorites: event.currentTarget.checked || undefined })}
          pb={8}
        />
      </Group>
      <Loaded query={query}>
        {(templates) => {
          const found = templates.filter(
            (template) => fits(template, search) && (!search.favorites || favorites.has(template.id)),
          );
          if (found.length === 0) return <Empty title={say.empty}>{say.emptyText}</Empty>;
          return (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
              {found.map((template) => (
                <TemplateCard
                  key={template.id}
                  template={template}
                  isFavorite={favorites.has(template.id)}
                  onToggle={mayChange ? toggle : undefined}
                />
              ))}
            </SimpleGrid>
          );
        }}
      </Loaded>
    </Page>
  );
}

function TemplateCard({
  template: { id, slug, title, description, category, premium },
  isFavorite,
  onToggle,
}: {
  template: Template;
  isFavorite: boolean;
  /** undefined: the person may not. */
  onToggle: ((id: number) => void) | undefined;
}) {
  const say = useTexts(texts);
  return (
    <Card withBorder>
      <Group justify="space-between" wrap="nowrap" align="start">
        <Title order={2} size="h5">
          <Link to="/writer/$slug" params={{ slug }}>
            {title}
          </Link>
        </Title>
        {onToggle && (
          <ActionIcon
            variant="subtle"
            aria-label={isFavorite ? say.removeFavorite(title) : say.addFavorite(title)}
            aria-pressed={isFavorite}
            onClick={() => onToggle(id)}
          >
            {isFavorite ? <IconStarFilled size={18} aria-hidden /> : <IconStar size={18} aria-hidden />}
          </ActionIcon>
        )}
      </Group>
      <Text size="sm" my="xs">
        {description}
      </Text>
      <Group gap="xs" mt="auto">
        <Text size="xs" c="dimmed">
          {say[category]}
        </Text>
        {premium && (
          <Badge variant="default" tt="none">
            {say.premium}
          </Badge>
        )}
      </Group>
    </Card>
  );
}

function fits(
  { slug, title, description, category }: Template,
  wanted: { q?: string; category?: Template['category'] },
): boolean {
  const text = `${slug} ${title} ${description}`.toLowerCase();
  const words = (wanted.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return (wanted.category === undefined || category === wanted.category) && words.every((word) => text.includes(word));
}
