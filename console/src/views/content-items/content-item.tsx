import { Alert, Badge, Button, Code, Group, List, NativeSelect, Stack, Tabs, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconLayoutKanban, IconMessage, IconShieldExclamation } from '@tabler/icons-react';
import { useMutation, usePrefetchInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { ApiError } from '../../api/api-error.ts';
import {
  getContentItemOptions,
  getContentItemQueryKey,
  getKanbanBoardQueryKey,
  moveContentItemMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ContentItem } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState, Loading, QueryContent, showError } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { COLUMNS, type ColumnName } from '../board/model.ts';
import { translations as boardTexts } from '../board/translations.ts';
import { Editor } from './editor.tsx';
import { FavoriteStar } from './favorite-star.tsx';
import { showImagesOf } from './images/show-images.tsx';
import { ItemMenu } from './item-menu.tsx';
import { translations as listTexts } from './list-translations.ts';
import { OwnImages } from './markdown.tsx';
import type { Tab } from './model.ts';
import { commentsOptions } from './review/comments-options.ts';
import { ItemTags } from './tags/item-tags.tsx';
import { type TextField, useTextField } from './text-field.ts';
import { translations } from './translations.ts';
import { useFavor } from './use-favor.ts';

const ReviewPanel = lazyPart(() => import('./review/panel.tsx'));

const Versions = lazyPart(() => import('./versions.tsx'));

const route = getRouteApi('/content/$id');

/** A content item: editor, versions, guardrail hits and its review. */
export default function ContentItemView() {
  const id = Number(route.useParams().id);
  const t = useTranslations(translations);
  const query = useQuery(getContentItemOptions({ path: { id } }));
  const item = query.data?.data;
  const { review } = route.useSearch();
  return (
    <Page title={item?.attributes.title ?? t.singular(`#${id}`)} actions={item && <Actions item={item} />}>
      {review && <CommentsBesideItem id={id} />}
      {query.error instanceof ApiError && query.error.status === 404 ? (
        <Gone />
      ) : (
        <QueryContent query={query}>{({ data }) => <Details key={data.id} item={data} />}</QueryContent>
      )}
    </Page>
  );
}

/** Shown of an item that there is not, or not any more. */
function Gone() {
  const t = useTranslations(listTexts);
  return (
    <EmptyState title={t.gone} action={<Link to="/content/trash">{t.toTrash}</Link>}>
      {t.goneText}
    </EmptyState>
  );
}

/** Reads the comments along with the item, instead of after it. */
function CommentsBesideItem({ id }: { id: number }) {
  usePrefetchInfiniteQuery(commentsOptions(id, false));
  return null;
}

function Details({ item }: { item: ContentItem }) {
  const { review } = route.useSearch();
  const field = useTextField(item.attributes);
  const showImage = useMemo(() => showImagesOf(item.id), [item.id]);
  return (
    <OwnImages value={showImage}>
      <div className="with-review" data-open={review === true}>
        <Content item={item} field={field} />
        {review && (
          <Suspense fallback={<Loading />}>
            <ReviewPanel item={item} field={field} />
          </Suspense>
        )}
      </div>
    </OwnImages>
  );
}

function Content({ item, field }: { item: ContentItem; field: TextField }) {
  const t = useTranslations(translations);
  const { tab = 'text' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Stack>
      <Summary item={item} />
      <ItemTags item={item} />
      <Guardrails item={item} />
      <Tabs
        value={tab}
        onChange={(value) =>
          void navigate({
            search: ({ review }) => ({ review, ...(value === 'versions' && { tab: value as Tab }) }),
            replace: true,
          })
        }
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="text">{t.text}</Tabs.Tab>
          <Tabs.Tab value="versions">{t.versions}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="text">
          <Editor item={item} field={field} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          {tab === 'versions' && (
            <Suspense fallback={<Loading />}>
              <Versions item={item} />
            </Suspense>
          )}
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function Summary({ item: { attributes } }: { item: ContentItem }) {
  const t = useTranslations(translations);
  const tBoard = useTranslations(boardTexts);
  const format = useFormat();
  return (
    <Group gap="sm">
      <Badge variant="default" tt="none">
        {tBoard[attributes.content_type]}
      </Badge>
      <Text size="sm" c="dimmed">
        {t.words(format.number(attributes.word_count))}
      </Text>
      <Text size="sm" c="dimmed">
        {t.version(attributes.version)}
      </Text>
      <Text size="sm" c="dimmed">
        {t.changed} <DateTime at={attributes.updated_at} />
      </Text>
      {attributes.execution_id !== null && (
        <Text size="sm" c="dimmed">
          {t.fromExecution}{' '}
          <Link to="/executions/$id" params={{ id: String(attributes.execution_id) }}>
            #{attributes.execution_id}
          </Link>
        </Text>
      )}
      {attributes.sandbox && <Badge variant="default">{t.sandbox}</Badge>}
    </Group>
  );
}

/** The column on the board, and a link to schedule the item. */
function Actions({ item }: { item: ContentItem }) {
  const t = useTranslations(translations);
  const favor = useFavor();
  const tBoard = useTranslations(boardTexts);
  const queryClient = useQueryClient();
  const canManage = usePermission('manage_content');
  const move = useMutation({
    ...moveContentItemMutation(),
    onSuccess: ({ data }) => notifications.show({ message: t.movedTo(tBoard[data.attributes.kanban_status]) }),
    onError: showError,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: getContentItemQueryKey({ path: { id: item.id } }) }),
        queryClient.invalidateQueries({ queryKey: getKanbanBoardQueryKey() }),
      ]),
  });
  const { kanban_status: status } = item.attributes;
  if (!canManage) {
    return (
      <>
        <FavoriteStar item={item} onToggle={favor} />
        <Badge variant="default">{tBoard[status]}</Badge>
        <ReviewButton item={item} />
        <ItemMenu item={item} />
      </>
    );
  }
  return (
    <>
      <FavoriteStar item={item} onToggle={favor} />
      <NativeSelect
        aria-label={t.column}
        leftSection={<IconLayoutKanban size={16} aria-hidden />}
        title={t.column}
        value={move.isPending ? move.variables.body.status : status}
        onChange={(event) =>
          move.mutate({ path: { contentId: item.id }, body: { status: event.currentTarget.value as ColumnName } })
        }
        data={COLUMNS.map((value) => ({ value, label: tBoard[value] }))}
      />
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/calendar" search={{ event: 'new', content: item.id }} {...props} />}
      >
        {t.toCalendar}
      </Button>
      <ReviewButton item={item} />
      <ItemMenu item={item} />
    </>
  );
}

/** Opens and closes the panel with people, approval and comments. */
function ReviewButton({ item }: { item: ContentItem }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { review } = route.useSearch();
  const navigate = route.useNavigate();
  const { open_comment_count: count } = item.attributes;
  return (
    <Button
      variant={review ? 'light' : 'default'}
      leftSection={<IconMessage size={16} aria-hidden />}
      aria-expanded={review === true}
      onClick={() =>
        void navigate({ search: (previous) => ({ ...previous, review: review ? undefined : true }), replace: true })
      }
    >
      {count > 0 ? t.reviewOpen(format.number(count)) : t.review_panel}
    </Button>
  );
}

/** Guardrail hits of the step that created the text. Renders nothing when there are none. */
function Guardrails({ item: { attributes } }: { item: ContentItem }) {
  const t = useTranslations(translations);
  const { guardrails_triggered: hits = [] } = attributes;
  if (hits.length === 0) return null;
  return (
    <Alert color="yellow" variant="outline" title={t.guardrails} icon={<IconShieldExclamation aria-hidden />}>
      <List size="sm">
        {hits.map(({ rule, action, message }) => (
          <List.Item key={rule}>
            <Code>{rule}</Code> {message} ({t[action]})
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        {t.guardrailsPersist}
      </Text>
    </Alert>
  );
}
