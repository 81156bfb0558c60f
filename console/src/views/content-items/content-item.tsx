import { Badge, Button, Group, NativeSelect, Stack, Tabs, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconLayoutKanban } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  getContentItemOptions,
  getContentItemQueryKey,
  getKanbanBoardQueryKey,
  moveContentItemMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ContentItem } from '../../api/generated/client/types.gen.ts';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { showProblem } from '../../components/show-problem.tsx';
import { Loaded } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { texts as boardTexts } from '../board/texts.ts';
import { COLUMNS, type ColumnName } from '../board/words.ts';
import { Editor } from './editor.tsx';
import { Guardrails } from './guardrails.tsx';
import { texts } from './texts.ts';
import { Versions } from './versions.tsx';
import type { Tab } from './words.ts';

const route = getRouteApi('/content/$id');

/** A content item: its text to edit, what it was before, and what the guardrails found. */
export function ContentItemView() {
  const id = Number(route.useParams().id);
  const say = useTexts(texts);
  const query = useQuery(getContentItemOptions({ path: { id } }));
  const item = query.data?.data;
  return (
    <Page title={item?.attributes.title ?? say.one(`#${id}`)} actions={item && <Actions item={item} />}>
      <Loaded query={query}>{({ data }) => <Details key={data.id} item={data} />}</Loaded>
    </Page>
  );
}

function Details({ item }: { item: ContentItem }) {
  const say = useTexts(texts);
  const { tab = 'text' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Stack>
      <Summary item={item} />
      <Guardrails item={item} />
      <Tabs
        value={tab}
        onChange={(value) =>
          void navigate({ search: value === 'versions' ? { tab: value as Tab } : {}, replace: true })
        }
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="text">{say.text}</Tabs.Tab>
          <Tabs.Tab value="versions">{say.versions}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="text">
          <Editor item={item} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">{tab === 'versions' && <Versions item={item} />}</Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function Summary({ item: { attributes } }: { item: ContentItem }) {
  const say = useTexts(texts);
  const sayOfBoard = useTexts(boardTexts);
  const format = useFormat();
  return (
    <Group gap="sm">
      <Badge variant="default" tt="none">
        {sayOfBoard[attributes.content_type]}
      </Badge>
      <Text size="sm">{say.words(format.number(attributes.word_count))}</Text>
      <Text size="sm">{say.version(attributes.version)}</Text>
      <Text size="sm">
        {say.changed} <Moment at={attributes.updated_at} />
      </Text>
      {attributes.execution_id !== null && (
        <Text size="sm">
          {say.fromExecution}{' '}
          <Link to="/executions/$id" params={{ id: String(attributes.execution_id) }}>
            #{attributes.execution_id}
          </Link>
        </Text>
      )}
      {attributes.sandbox && <Badge variant="default">{say.sandbox}</Badge>}
    </Group>
  );
}

/** Where it stands on the board, and when it is published. */
function Actions({ item }: { item: ContentItem }) {
  const say = useTexts(texts);
  const sayOfBoard = useTexts(boardTexts);
  const queries = useQueryClient();
  const mayManage = useMay('manage_content');
  const move = useMutation({
    ...moveContentItemMutation(),
    onSuccess: ({ data }) => notifications.show({ message: say.movedTo(sayOfBoard[data.attributes.kanban_status]) }),
    onError: showProblem,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: getContentItemQueryKey({ path: { id: item.id } }) }),
        queries.invalidateQueries({ queryKey: getKanbanBoardQueryKey() }),
      ]),
  });
  const { kanban_status: status } = item.attributes;
  if (!mayManage) return <Badge variant="default">{sayOfBoard[status]}</Badge>;
  return (
    <>
      <NativeSelect
        aria-label={say.column}
        leftSection={<IconLayoutKanban size={16} aria-hidden />}
        title={say.column}
        value={move.isPending ? move.variables.body.status : status}
        onChange={(event) =>
          move.mutate({ path: { contentId: item.id }, body: { status: event.currentTarget.value as ColumnName } })
        }
        data={COLUMNS.map((value) => ({ value, label: sayOfBoard[value] }))}
      />
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/calendar" search={{ event: 'new', content: item.id }} {...props} />}
      >
        {say.toCalendar}
      </Button>
    </>
  );
}
