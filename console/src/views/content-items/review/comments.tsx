import { Button, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ContentItem } from '../../../api/generated/client/types.gen.ts';
import { QueryContent } from '../../../components/states.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { usePermission } from '../../../shell/me.ts';
import type { Passage, PassageProblem, TextField } from '../text-field.ts';
import { CommentForm } from './comment-form.tsx';
import { MAX_QUOTE_LENGTH } from './model.ts';
import { Quote } from './quote.tsx';
import { ThreadCard } from './thread.tsx';
import { translations } from './translations.ts';
import { useCommentChanges, useThreads } from './use-comments.ts';

/** What people say about an item or passages of it, and the form for a new comment. */
export function Comments({ item, field }: { item: ContentItem; field: TextField }) {
  const t = useTranslations(translations);
  const canManage = usePermission('manage_content');
  const [isWithResolved, setWithResolved] = useState(false);
  const { query, threads } = useThreads(item.id, isWithResolved);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={3} size="h6">
          {t.comments}
        </Title>
        <Switch
          size="xs"
          label={t.showResolved}
          checked={isWithResolved}
          onChange={(event) => setWithResolved(event.currentTarget.checked)}
        />
      </Group>
      <QueryContent query={query}>
        {() =>
          threads.length === 0 ? (
            <Text size="sm" c="dimmed">
              {isWithResolved ? t.noComments : t.noOpenComments}
            </Text>
          ) : (
            threads.map((thread) => (
              <ThreadCard key={thread.first.id} itemId={item.id} thread={thread} onShowPassage={field.select} />
            ))
          )
        }
      </QueryContent>
      {query.hasNextPage && (
        <Button
          size="xs"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t.more}
        </Button>
      )}
      {canManage && <NewComment item={item} field={field} />}
    </Stack>
  );
}

/** The form for a new thread, on the whole text or on the passage that is selected. */
function NewComment({ item, field }: { item: ContentItem; field: TextField }) {
  const t = useTranslations(translations);
  const { create } = useCommentChanges(item.id);
  const [passage, setPassage] = useState<Passage>();
  const [problem, setProblem] = useState<PassageProblem>();
  const take = () => {
    const selected = field.selected(MAX_QUOTE_LENGTH);
    setProblem(typeof selected === 'string' ? selected : undefined);
    if (typeof selected !== 'string') setPassage(selected);
  };
  return (
    <Stack gap="xs">
      {passage ? (
        <>
          <Quote>{passage.quote}</Quote>
          <Group>
            <Button size="compact-xs" variant="default" onClick={() => setPassage(undefined)}>
              {t.wholeText}
            </Button>
          </Group>
        </>
      ) : (
        <Group gap="xs">
          <Button size="compact-xs" variant="default" onClick={take}>
            {t.onPassage}
          </Button>
          <Text size="xs" aria-live="polite">
            {problem && t[problem]}
          </Text>
        </Group>
      )}
      <CommentForm
        label={t.newComment}
        action={t.send}
        isPending={create.isPending}
        error={create.error}
        onSend={({ body, mentions }) =>
          create.mutateAsync({
            path: { id: item.id },
            body: { body, mentions, ...(passage && { anchor: passage }) },
          })
        }
        onSent={() => setPassage(undefined)}
      />
    </Stack>
  );
}
