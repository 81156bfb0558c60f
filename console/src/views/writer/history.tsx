import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteWriterMessageMutation,
  getWriterMessageOptions,
  listWriterMessagesOptions,
  listWriterMessagesQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { WriterMessage } from '../../api/generated/client/types.gen.ts';
import { DeleteButton } from '../../components/confirm-button.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ListView, refetchWhile } from '../../components/paged-table.tsx';
import { QueryContent } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { BACK_LINK } from '../../lib/back-link.ts';
import { usePermission } from '../../shell/me.ts';
import { SavableText } from './generated-texts.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/writer/history');
const REFRESH_MS = 5_000;

/** The writer's messages with their texts, newest first. */
export default function WriterHistory() {
  const t = useTranslations(translations);
  const search = route.useSearch();
  const none =
    search.q === undefined
      ? { empty: t.historyEmpty, emptyText: t.historyEmptyText }
      : { empty: t.historyNone, emptyText: t.historyNoneText };
  const [shown, setShown] = useState<WriterMessage>();
  const canDelete = usePermission('manage_content');
  return (
    <ListView
      text={{ title: t.historyTitle, ...none }}
      actions={
        <Button variant="default" renderRoot={(props) => <Link {...BACK_LINK} to="/writer" {...props} />}>
          {t.toTemplates}
        </Button>
      }
      firstStep={
        <Button variant="default" renderRoot={(props) => <Link {...BACK_LINK} to="/writer" {...props} />}>
          {t.historyFirstStep}
        </Button>
      }
      filters={[{ name: 'q', label: t.search, type: 'search' }]}
      query={{
        ...listWriterMessagesOptions({ query: search }),
        refetchInterval: refetchWhile(REFRESH_MS, (message: WriterMessage) => stateOf(message) === 'stateWriting'),
      }}
      columns={[
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
          cell: ({ attributes }) => <span dir="auto">{attributes.template_name ?? attributes.post_type}</span>,
          link: ({ attributes }) => ({ to: '/writer/$slug', params: { slug: attributes.post_type } }),
          from: 'md',
        },
        { header: t.state, cell: (message) => t[stateOf(message)], from: 'sm' },
        { header: t.created, cell: ({ attributes }) => <DateTime at={attributes.created_at} relative />, from: 'sm' },
        {
          header: t.written,
          cell: (message) => (
            <Group gap="xs">
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t.showText(subjectOf(message))}
                onClick={() => setShown(message)}
              >
                {t.show}
              </Button>
              {canDelete && <DeleteMessageButton message={message} />}
            </Group>
          ),
        },
      ]}
    >
      <Dialog
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown ? subjectOf(shown) : ''}
        size="lg"
      >
        {shown && <WholeMessage id={shown.id} />}
      </Dialog>
    </ListView>
  );
}

/** Deletes a message with its texts; the API refuses it while one is being written. */
function DeleteMessageButton({ message }: { message: WriterMessage }) {
  const t = useTranslations(translations);
  const about = subjectOf(message);
  return (
    <DeleteButton
      size="compact-sm"
      label={t.removeText}
      aria-label={t.removeTextAbout(about)}
      question={t.removeTextQuestion(about)}
      confirmLabel={t.removeConfirm}
      message={t.removedText}
      mutation={deleteWriterMessageMutation()}
      variables={{ path: { id: message.id } }}
      listKey={listWriterMessagesQueryKey()}
      // The button goes with its row; whoever works by keyboard goes on from the list.
      onDeleted={() => document.getElementById('content')?.focus()}
    />
  );
}

/** A message with its whole texts, of which the list has only the beginnings. */
function WholeMessage({ id }: { id: number }) {
  const query = useQuery(getWriterMessageOptions({ path: { id } }));
  return <QueryContent query={query}>{({ data }) => <Results message={data} />}</QueryContent>;
}

/** All texts of a message. */
function Results({ message: { id, attributes } }: { message: WriterMessage }) {
  const t = useTranslations(translations);
  const canSave = usePermission('manage_content');
  const results = attributes.outputs.flatMap((output) => output.results);
  if (results.length === 0) return <Text size="sm">{t.noText}</Text>;
  return (
    <Stack>
      {results.map((text, index) =>
        canSave ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a message are identified by their order
          <SavableText key={index} messageId={id} text={text} label={t.writtenOf(index + 1)} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a message are identified by their order
          <Text key={index} className="pre-wrap">
            {text}
          </Text>
        ),
      )}
    </Stack>
  );
}

/** The subject of a message: its first field with a value. */
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
