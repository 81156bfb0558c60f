import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  getWriterMessageOptions,
  listWriterMessagesOptions,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { WriterMessage } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ListView, refetchWhile } from '../../components/paged-table.tsx';
import { QueryContent } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { SavableText } from './generated-texts.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/writer/history');
const REFRESH_MS = 5_000;

/** The writer's messages with their texts, newest first. */
export default function WriterHistory() {
  const t = useTranslations(translations);
  const [shown, setShown] = useState<WriterMessage>();
  return (
    <ListView
      text={{ title: t.historyTitle, empty: t.historyEmpty, emptyText: t.historyEmptyText }}
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/writer" {...props} />}>
          {t.toTemplates}
        </Button>
      }
      firstStep={
        <Button variant="default" renderRoot={(props) => <Link to="/writer" {...props} />}>
          {t.historyFirstStep}
        </Button>
      }
      query={{
        ...listWriterMessagesOptions({ query: route.useSearch() }),
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
          cell: ({ attributes }) => attributes.post_type,
          link: ({ attributes }) => ({ to: '/writer/$slug', params: { slug: attributes.post_type } }),
          from: 'md',
        },
        { header: t.state, cell: (message) => t[stateOf(message)], from: 'sm' },
        { header: t.created, cell: ({ attributes }) => <DateTime at={attributes.created_at} relative />, from: 'sm' },
        {
          header: t.written,
          cell: (message) => (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t.showText(subjectOf(message))}
              onClick={() => setShown(message)}
            >
              {t.show}
            </Button>
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
