import { Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listWriterMessagesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { WriterMessage } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedTable } from '../../components/paged-table.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { SavableText } from './savable-text.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/writer/history');
/** While a text of the page is being written, the page is asked for this often. */
const REFRESH_MS = 5_000;

/** What was asked for and written, newest first. */
export function WriterHistory() {
  const t = useTranslations(translations);
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
      title={t.historyTitle}
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/writer" {...props} />}>
          {t.toTemplates}
        </Button>
      }
    >
      <PagedTable
        query={query}
        columns={useColumns(setShown)}
        label={t.historyTitle}
        empty={<EmptyState title={t.historyEmpty}>{t.historyEmptyText}</EmptyState>}
        onPageChange={(page) => void navigate({ search: { page } })}
      />
      <Dialog
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown ? subjectOf(shown) : ''}
        size="lg"
      >
        {shown && <Results message={shown} />}
      </Dialog>
    </Page>
  );
}

function useColumns(onShow: (message: WriterMessage) => void): Column<WriterMessage>[] {
  const t = useTranslations(translations);
  return [
    {
      header: t.about,
      cell: (message) => (
        <Text size="sm" lineClamp={2}>
          {subjectOf(message)}
        </Text>
      ),
    },
    {
      header: t.template,
      cell: ({ attributes: { post_type: slug } }) => (
        <Link to="/writer/$slug" params={{ slug }}>
          {slug}
        </Link>
      ),
      from: 'md',
    },
    { header: t.state, cell: (message) => t[stateOf(message)], from: 'sm' },
    { header: t.created, cell: ({ attributes }) => <DateTime at={attributes.created_at} />, from: 'sm' },
    {
      header: t.written,
      cell: (message) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t.showText(subjectOf(message))}
          onClick={() => onShow(message)}
        >
          {t.show}
        </Button>
      ),
    },
  ];
}

/** Each text that was written of a message, whatever options it was written with. */
function Results({ message: { id, attributes } }: { message: WriterMessage }) {
  const t = useTranslations(translations);
  const canSave = usePermission('manage_content');
  const results = attributes.outputs.flatMap((output) => output.results);
  if (results.length === 0) return <Text size="sm">{t.noText}</Text>;
  return (
    <Stack>
      {results.map((text, index) =>
        canSave ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a message are known by their order
          <SavableText key={index} messageId={id} text={text} label={t.writtenOf(index + 1)} />
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
function subjectOf({ id, attributes }: WriterMessage): string {
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
