import { ActionIcon, Badge, Button, Card, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  addFavoriteWriterTemplateMutation,
  listFavoriteWriterTemplatesOptions,
  listWriterTemplatesOptions,
  removeFavoriteWriterTemplateMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Filters, ShowAll } from '../../components/filters.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState, QueryContent, showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { pickLabels } from '../../lib/labels.ts';
import { matchesQuery } from '../../lib/matches-query.ts';
import { usePermission } from '../../shell/me.ts';
import { CATEGORIES, type Template } from './model.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/writer');

/** The writer templates as cards, with favourites. */
export default function TemplateGallery() {
  const t = useTranslations(translations);
  const search = route.useSearch();
  const query = useQuery(listWriterTemplatesOptions());
  const { favorites, toggle } = useFavorites();
  const canEdit = usePermission('manage_content');
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <>
          {canEdit && (
            <Button renderRoot={(props) => <Link to="/writer/templates/new" {...props} />}>{t.addNew}</Button>
          )}
          <Button variant="default" renderRoot={(props) => <Link to="/writer/history" {...props} />}>
            {t.history}
          </Button>
        </>
      }
    >
      <Filters
        filters={[
          { name: 'q', label: t.search, type: 'search' },
          { name: 'category', label: t.category, options: pickLabels(CATEGORIES, t) },
          { name: 'favorites', label: t.favorites, type: 'switch' },
          { name: 'own', label: t.ownOnly, type: 'switch' },
        ]}
      />
      <QueryContent query={query}>
        {(templates) => {
          const filtered = templates.filter(
            (template) =>
              matches(template, search) &&
              (!search.favorites || favorites.has(template.id)) &&
              (!search.own || template.own),
          );
          if (filtered.length === 0)
            return (
              <EmptyState title={t.empty} action={<ShowAll />}>
                {t.emptyText}
              </EmptyState>
            );
          return (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
              {filtered.map((template) => (
                <TemplateCard
                  key={template.id}
                  template={template}
                  isFavorite={favorites.has(template.id)}
                  onToggle={canEdit ? toggle : undefined}
                />
              ))}
            </SimpleGrid>
          );
        }}
      </QueryContent>
    </Page>
  );
}

function TemplateCard({
  template: { id, slug, title, description, category, premium, own },
  isFavorite,
  onToggle,
}: {
  template: Template;
  isFavorite: boolean;
  /** Undefined when the person may not change favourites. */
  onToggle: ((id: number) => void) | undefined;
}) {
  const t = useTranslations(translations);
  return (
    <Card withBorder className="pressable">
      <Group justify="space-between" wrap="nowrap" align="start">
        <Title order={2} size="h5">
          <Link to="/writer/$slug" params={{ slug }}>
            {title}
          </Link>
        </Title>
        {onToggle && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={isFavorite ? t.removeFavorite(title) : t.addFavorite(title)}
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
          {t[category]}
        </Text>
        {own && (
          <Badge variant="default" tt="none">
            {t.own}
          </Badge>
        )}
        {premium && (
          <Badge variant="default" tt="none">
            {t.premium}
          </Badge>
        )}
      </Group>
    </Card>
  );
}

function matches(
  { slug, title, description, category }: Template,
  filter: { q?: string; category?: Template['category'] },
): boolean {
  return (
    (filter.category === undefined || category === filter.category) &&
    matchesQuery(`${slug} ${title} ${description}`, filter.q)
  );
}

/** The favourite templates, and a function that toggles one. */
function useFavorites(): { favorites: ReadonlySet<number>; toggle: (id: number) => void } {
  const queryClient = useQueryClient();
  const options = listFavoriteWriterTemplatesOptions();
  const { data = [] } = useQuery(options);
  const after = {
    onSuccess: ({ favorites }: { favorites: number[] }) => queryClient.setQueryData(options.queryKey, favorites),
    onError: showError,
  };
  const add = useMutation({ ...addFavoriteWriterTemplateMutation(), ...after });
  const remove = useMutation({ ...removeFavoriteWriterTemplateMutation(), ...after });
  const favorites = new Set(data);
  return {
    favorites,
    toggle: (id) => (favorites.has(id) ? remove : add).mutate({ body: { openai_id: id } }),
  };
}
