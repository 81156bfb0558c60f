import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { ContentComment } from '../../../api/generated/client/types.gen.ts';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { DateTime } from '../../../components/date-time.tsx';
import { showError } from '../../../components/states.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { usePeople } from '../../../lib/people.ts';
import { usePermission } from '../../../shell/me.ts';
import { CommentForm } from './comment-form.tsx';
import { useOwnId } from './model.ts';
import { Quote } from './quote.tsx';
import { translations } from './translations.ts';
import { type Thread, useCommentChanges } from './use-comments.ts';

/** A thread: the passage that it is on, its comments, and what can be done with it. */
export function ThreadCard({
  itemId,
  thread: { first, replies },
  onShowPassage,
}: {
  itemId: number;
  thread: Thread;
  onShowPassage: (quote: string, start: number) => void;
}) {
  const t = useTranslations(translations);
  const canManage = usePermission('manage_content');
  const { create, update } = useCommentChanges(itemId);
  const [isReplying, setReplying] = useState(false);
  const { anchor, author, resolved_at } = first.attributes;
  const name = author.name ?? t.formerAuthor;
  const resolve = () =>
    update.mutate(
      { path: { id: itemId, comment: first.id }, body: { resolved: resolved_at === null } },
      { onError: showError },
    );
  return (
    <Card withBorder component="section" aria-label={t.thread(name)} padding="sm">
      <Stack gap="xs">
        {anchor && (
          <>
            <Quote>{anchor.quote}</Quote>
            {anchor.start === null ? (
              <Text size="xs" c="dimmed">
                {t.outdated}
              </Text>
            ) : (
              canManage && (
                <Group>
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    onClick={() => onShowPassage(anchor.quote, anchor.start ?? 0)}
                  >
                    {t.showPassage}
                  </Button>
                </Group>
              )
            )}
          </>
        )}
        {[first, ...replies].map((comment) => (
          <Comment key={comment.id} itemId={itemId} comment={comment} />
        ))}
        {resolved_at && (
          <Group>
            <Badge variant="light">{t.resolved}</Badge>
          </Group>
        )}
        {canManage && (
          <Group gap="xs">
            <Button size="compact-xs" variant="default" onClick={() => setReplying(!isReplying)}>
              {t.reply}
            </Button>
            <Button size="compact-xs" variant="default" loading={update.isPending} onClick={resolve}>
              {resolved_at ? t.reopen : t.resolve}
            </Button>
          </Group>
        )}
        {isReplying && (
          <CommentForm
            label={t.replyTo(name)}
            action={t.send}
            isPending={create.isPending}
            error={create.error}
            onSend={(text) => create.mutateAsync({ path: { id: itemId }, body: { ...text, parent_id: first.id } })}
            onSent={() => setReplying(false)}
            onCancel={() => setReplying(false)}
          />
        )}
      </Stack>
    </Card>
  );
}

/** One comment. Its author edits and deletes it. */
function Comment({ itemId, comment: { id, attributes } }: { itemId: number; comment: ContentComment }) {
  const t = useTranslations(translations);
  const own = useOwnId();
  const canManage = usePermission('manage_content');
  const people = usePeople();
  const { update, remove } = useCommentChanges(itemId);
  const [isEditing, setEditing] = useState(false);
  const { author, body, mentions, edited_at, deleted_at, created_at } = attributes;
  if (deleted_at) {
    return (
      <Text size="sm" c="dimmed">
        {t.removedComment}
      </Text>
    );
  }
  const path = { id: itemId, comment: id };
  if (isEditing) {
    return (
      <CommentForm
        label={t.edit}
        action={t.save}
        initial={{ body, mentions }}
        isPending={update.isPending}
        error={update.error}
        onSend={(text) => update.mutateAsync({ path, body: text })}
        onSent={() => setEditing(false)}
        onCancel={() => setEditing(false)}
      />
    );
  }
  const names = people.filter((one) => mentions.includes(one.id)).map(({ name }) => name);
  const isOwn = canManage && author.kind === 'user' && author.id === own;
  return (
    <div>
      <Text size="xs" c="dimmed">
        <b>{author.name ?? t.formerAuthor}</b> · <DateTime at={created_at} relative />
        {edited_at && ` · ${t.edited}`}
      </Text>
      <Text size="sm" dir="auto" className="pre-wrap">
        {body}
      </Text>
      {names.length > 0 && (
        <Text size="xs" c="dimmed">
          {t.mentioned(names.join(', '))}
        </Text>
      )}
      {isOwn && (
        <Group gap="xs" mt={4}>
          <Button size="compact-xs" variant="subtle" onClick={() => setEditing(true)}>
            {t.edit}
          </Button>
          <ConfirmButton
            size="compact-xs"
            label={t.remove}
            question={t.removeQuestion}
            confirmLabel={t.removeConfirm}
            isPending={remove.isPending}
            onConfirm={() =>
              remove.mutate({ path }, { onSuccess: () => void notifications.show({ message: t.removedMessage }) })
            }
          />
        </Group>
      )}
    </div>
  );
}
