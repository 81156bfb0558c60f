import { Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listWriterMessagesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { WriterMessage } from '../../api/generated/client/types.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedList } from '../../components/paged-list.tsx';
import { Empty } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { SavableText } from './savable-text.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/writer/history');
/** While a text of the page is being written, the page is asked for this often. */
const REFRESH_MS = 5_000;

/** What was asked for and written, newest first. */
export function WriterHistory() {
  const say = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [shown, setShown] = useState<WriterMessage>();
  const query = useQuery({
    ...listWriterMessagesOptions({ query: search }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((message) => stateOf(message) === 'stateWriting') ? REFRESH_MS : false,
  });
  return (
    <Page
      title={say.historyTitle}
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/writer" {...props} />}>
          {say.toTemplates}
        </Button>
      }
    >
      <PagedList
        query={query}
        columns={useColumns(setShown)}
        label={say.historyTitle}
        empty={<Empty title={say.historyEmpty}>{say.historyEmptyText}</Empty>}
        onPage={(page) => void navigate({ search: { page } })}
      />
      <Dialog
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown ? aboutOf(shown) : ''}
        size="lg"
      >
        {shown && <Results message={shown} />}
      </Dialog>
    </Page>
  );
}

function useColumns(onShow: (message: WriterMessage) => void): Column<WriterMessage>[] {
  const say = useTexts(texts);
  return [
    {
      header: say.about,
      cell: (message) => (
        <Text size="sm" lineClamp={2}>
          {aboutOf(message)}
        </Text>
      ),
    },
    {
      header: say.template,
      cell: ({ attributes: { post_type: slug } }) => (
        <Link to="/writer/$slug" params={{ slug }}>
          {slug}
        </Link>
      ),
      from: 'md',
    },
    { header: say.state, cell: (message) => say[stateOf(message)], from: 'sm' },
    { header: say.created, cell: ({ attributes }) => <Moment at={attributes.created_at} />, from: 'sm' },
    {
      header: say.written,
      cell: (message) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={say.showText(aboutOf(message))}
          onClick={() => onShow(message)}
        >
          {say.show}
        </Button>
      ),
    },
  ];
}

/** Each text that was written of a message, whatever options it was written with. */
function Results({ message: { id, attributes } }: { message: WriterMessage }) {
  const say = useTexts(texts);
  const maySave = useMay('manage_content');
  const results = attributes.outputs.flatMap((output) => output.results);
  if (results.length === 0) return <Text size="sm">{say.noText}</Text>;
  return (
    <Stack>
      {results.map((text, index) =>
        maySave ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a message are known by their order
          <SavableText key={index} messageId={id} text={text} label={say.writtenOf(index + 1)} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same
          <Text key={index} className="wrapped">
            {text}
          </Text>
        ),
      )}
    </Stack>
  );
}

/** What a message says a text is about: the first of its fields. */
function aboutOf({ id, attributes }: WriterMessage): string {
  return Object.values(attributes.fields).find(Boolean) ?? `#${id}`;
}

function stateOf({ attributes: { outputs } }: WriterMessage) {
  const states = {
    writing: 'stateWriting',
    stopped: 'stateStopped',
    failed: 'stateFailed',
    completed: 'stateCompleted',
  } as const;
  const last = outputs.at(-1);
  return last ? states[last.status] : 'stateNone';
}
