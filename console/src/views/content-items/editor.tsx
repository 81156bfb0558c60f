import {
  ActionIcon,
  Alert,
  Button,
  Card,
  Group,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { type Icon, IconBold, IconHeading, IconItalic, IconLink, IconList, IconQuote } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { lazy, type RefObject, Suspense, useDeferredValue, useRef } from 'react';
import type { ContentItem } from '../../api/generated/client/types.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Loading } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { Markdown } from './markdown.tsx';
import { translations } from './translations.ts';
import { useDraft } from './use-draft.ts';

const MAX_TITLE_LENGTH = 300;
const MIN_ROWS = 16;
const MAX_ROWS = 40;

const DiffView = lazy(() => import('./diff-view.tsx').then(({ DiffView }) => ({ default: DiffView })));

/** The Markdown editor with a preview. */
export function Editor({ item }: { item: ContentItem }) {
  const t = useTranslations(translations);
  const canManage = usePermission('manage_content');
  const draft = useDraft(item);
  const preview = useDeferredValue(draft.text.body);
  const body = useRef<HTMLTextAreaElement>(null);
  if (!canManage) {
    return (
      <Stack gap="sm">
        <Text size="sm">{t.readOnly}</Text>
        <Preview source={item.attributes.body} />
      </Stack>
    );
  }
  const keys = getHotkeyHandler([['mod+S', draft.save]]);
  return (
    <Stack gap="sm">
      {draft.hasConflict && <ConflictAlert item={item} draft={draft} />}
      <TextInput
        className="no-print"
        label={t.title}
        value={draft.text.title}
        maxLength={MAX_TITLE_LENGTH}
        required
        onChange={(event) => draft.update({ title: event.currentTarget.value })}
        onKeyDown={keys}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} className="side-by-side">
        <Textarea
          ref={body}
          label={t.body}
          inputContainer={(field) => (
            <>
              <MarkdownToolbar fieldRef={body} />
              {field}
            </>
          )}
          value={draft.text.body}
          required
          autosize
          minRows={MIN_ROWS}
          maxRows={MAX_ROWS}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onChange={(event) => draft.update({ body: event.currentTarget.value })}
          onKeyDown={keys}
        />
        <Preview source={preview} />
      </SimpleGrid>
      <Group className="sticky-bar">
        <Button
          onClick={draft.save}
          loading={draft.isSaving}
          disabled={!draft.isChanged || draft.hasConflict || !draft.text.title.trim() || !draft.text.body.trim()}
          title={t.saveHint}
        >
          {t.save}
        </Button>
        {draft.isChanged && (
          <Button variant="default" onClick={draft.discard}>
            {t.discard}
          </Button>
        )}
        <Text size="sm" aria-live="polite">
          {draft.isChanged && t.unsaved}
        </Text>
      </Group>
      <UnsavedChangesDialog isChanged={draft.isChanged} discard={draft.discard} />
    </Stack>
  );
}

function Preview({ source }: { source: string }) {
  const t = useTranslations(translations);
  return (
    <Card withBorder component="section" aria-label={t.preview} tabIndex={0}>
      <Title order={2} size="h6" mb="xs">
        {t.preview}
      </Title>
      {source.trim() ? (
        <Markdown source={source} />
      ) : (
        <Text size="sm" c="dimmed">
          {t.previewEmpty}
        </Text>
      )}
    </Card>
  );
}

/** Shown when somebody else has saved the item: a diff, and the choice between the two texts. */
function ConflictAlert({ item, draft }: { item: ContentItem; draft: ReturnType<typeof useDraft> }) {
  const t = useTranslations(translations);
  return (
    <Alert color="orange" variant="outline" title={t.conflict} role="alert">
      <Stack gap="sm">
        <Text size="sm">{t.conflictText(item.attributes.version)}</Text>
        <Suspense fallback={<Loading />}>
          <DiffView before={item.attributes} after={draft.text} />
        </Suspense>
        <Group>
          <Button size="xs" onClick={draft.overwrite} loading={draft.isSaving}>
            {t.overwrite}
          </Button>
          <Button size="xs" variant="default" onClick={draft.discard}>
            {t.discardMine}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** Asks before unsaved changes are lost. */
function UnsavedChangesDialog({ isChanged, discard }: { isChanged: boolean; discard: () => void }) {
  const t = useTranslations(translations);
  const { status, proceed, reset } = useBlocker({
    // Navigating within the item keeps the draft.
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  return (
    <Dialog opened={status === 'blocked'} onClose={() => reset?.()} title={t.leaveTitle}>
      <Text size="sm" mb="md">
        {t.leaveText}
      </Text>
      <Group justify="end">
        <Button variant="default" onClick={() => reset?.()} data-autofocus>
          {t.stay}
        </Button>
        <Button
          color="red"
          onClick={() => {
            proceed?.();
            discard();
          }}
        >
          {t.leave}
        </Button>
      </Group>
    </Dialog>
  );
}

type Tool = 'bold' | 'italic' | 'link' | 'heading' | 'list' | 'quote';

const TOOLS: readonly (readonly [Tool, Icon, (selected: string) => string])[] = [
  ['bold', IconBold, (selected) => `**${selected}**`],
  ['italic', IconItalic, (selected) => `*${selected}*`],
  ['link', IconLink, (selected) => `[${selected}](https://)`],
  ['heading', IconHeading, (selected) => eachLine(selected, '## ')],
  ['list', IconList, (selected) => eachLine(selected, '- ')],
  ['quote', IconQuote, (selected) => eachLine(selected, '> ')],
];

/** Inserts Markdown marks around the selection. */
function MarkdownToolbar({ fieldRef }: { fieldRef: RefObject<HTMLTextAreaElement | null> }) {
  const t = useTranslations(translations);
  const apply = (mark: (selected: string) => string) => {
    const field = fieldRef.current;
    if (!field) return;
    const selected = field.value.slice(field.selectionStart, field.selectionEnd);
    field.focus();
    // Unlike setting the value, this can be undone with the keyboard.
    document.execCommand('insertText', false, mark(selected));
  };
  return (
    <Group gap={4} mb={4} role="toolbar" aria-label={t.markup}>
      {TOOLS.map(([name, Icon, mark]) => (
        <ActionIcon key={name} variant="default" aria-label={t[name]} title={t[name]} onClick={() => apply(mark)}>
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
}

function eachLine(text: string, mark: string): string {
  return text
    .split('\n')
    .map((line) => mark + line)
    .join('\n');
}
