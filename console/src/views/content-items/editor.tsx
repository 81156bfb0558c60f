import { Alert, Button, Card, Group, SimpleGrid, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useDeferredValue, useRef } from 'react';
import type { ContentItem } from '../../api/generated/client/types.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Loading } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { Markdown } from './markdown.tsx';
import { MarkupTools } from './markup-tools.tsx';
import { texts } from './texts.ts';
import { useDraft } from './use-draft.ts';

const MAX_TITLE_LENGTH = 300;
const MIN_ROWS = 16;
const MAX_ROWS = 40;

const Difference = lazy(() => import('./difference.tsx').then(({ Difference }) => ({ default: Difference })));

/** The text with what readers will see beside it. */
export function Editor({ item }: { item: ContentItem }) {
  const say = useTexts(texts);
  const mayManage = useMay('manage_content');
  const draft = useDraft(item);
  const preview = useDeferredValue(draft.text.body);
  const body = useRef<HTMLTextAreaElement>(null);
  if (!mayManage) {
    return (
      <Stack gap="sm">
        <Text size="sm">{say.readOnly}</Text>
        <Preview source={item.attributes.body} />
      </Stack>
    );
  }
  const keys = getHotkeyHandler([['mod+S', draft.save]]);
  return (
    <Stack gap="sm">
      {draft.isOvertaken && <Overtaken item={item} draft={draft} />}
      <TextInput
        label={say.title}
        value={draft.text.title}
        maxLength={MAX_TITLE_LENGTH}
        required
        onChange={(event) => draft.write({ title: event.currentTarget.value })}
        onKeyDown={keys}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} className="sides">
        <Textarea
          ref={body}
          label={say.body}
          inputContainer={(field) => (
            <>
              <MarkupTools of={body} />
              {field}
            </>
          )}
          value={draft.text.body}
          required
          autosize
          minRows={MIN_ROWS}
          maxRows={MAX_ROWS}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onChange={(event) => draft.write({ body: event.currentTarget.value })}
          onKeyDown={keys}
        />
        <Preview source={preview} />
      </SimpleGrid>
      <Group className="at-hand">
        <Button
          onClick={draft.save}
          loading={draft.isSaving}
          disabled={!draft.isChanged || draft.isOvertaken || !draft.text.title.trim() || !draft.text.body.trim()}
          title={say.saveHint}
        >
          {say.save}
        </Button>
        {draft.isChanged && (
          <Button variant="default" onClick={draft.discard}>
            {say.discard}
          </Button>
        )}
        <Text size="sm" aria-live="polite">
          {draft.isChanged && say.unsaved}
        </Text>
      </Group>
      <Leaving isChanged={draft.isChanged} />
    </Stack>
  );
}

function Preview({ source }: { source: string }) {
  const say = useTexts(texts);
  return (
    <Card withBorder component="section" aria-label={say.preview} tabIndex={0}>
      <Title order={2} size="h6" mb="xs">
        {say.preview}
      </Title>
      {source.trim() ? (
        <Markdown source={source} />
      ) : (
        <Text size="sm" c="dimmed">
          {say.previewEmpty}
        </Text>
      )}
    </Card>
  );
}

/** Somebody else was faster: what saving would make of their text. */
function Overtaken({ item, draft }: { item: ContentItem; draft: ReturnType<typeof useDraft> }) {
  const say = useTexts(texts);
  return (
    <Alert color="orange" variant="outline" title={say.conflict} role="alert">
      <Stack gap="sm">
        <Text size="sm">{say.conflictText(item.attributes.version)}</Text>
        <Suspense fallback={<Loading />}>
          <Difference before={item.attributes} after={draft.text} />
        </Suspense>
        <Group>
          <Button size="xs" onClick={draft.overwrite} loading={draft.isSaving}>
            {say.overwrite}
          </Button>
          <Button size="xs" variant="default" onClick={draft.discard}>
            {say.takeTheirs}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** Asks whoever leaves before they have saved. */
function Leaving({ isChanged }: { isChanged: boolean }) {
  const say = useTexts(texts);
  const { status, proceed, reset } = useBlocker({
    // Within the item nothing is lost.
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  return (
    <Dialog opened={status === 'blocked'} onClose={() => reset?.()} title={say.leaveTitle}>
      <Text size="sm" mb="md">
        {say.leaveText}
      </Text>
      <Group justify="end">
        <Button variant="default" onClick={() => reset?.()} data-autofocus>
          {say.stay}
        </Button>
        <Button color="red" onClick={() => proceed?.()}>
          {say.leave}
        </Button>
      </Group>
    </Dialog>
  );
}
