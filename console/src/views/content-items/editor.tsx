import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { IconPhoto, IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { getContentItemVersionOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ContentItem } from '../../api/generated/client/types.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Loading } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { MarkdownField, Preview } from './markdown-field.tsx';
import { MAX_TITLE_LENGTH } from './model.ts';
import { useActorName } from './review/model.ts';
import type { TextField } from './text-field.ts';
import { translations } from './translations.ts';
import { useAutosave } from './use-autosave.ts';
import { useDraft } from './use-draft.ts';

const DiffView = lazyPart(() => import('./diff-view.tsx'));

const ImagesPanel = lazyPart(() => import('./images/panel.tsx'));

const SuggestPanel = lazyPart(() => import('./suggest/panel.tsx'));

/** The Markdown editor with a preview, the images of the text, and suggestions of the AI. */
export function Editor({ item, field }: { item: ContentItem; field: TextField }) {
  const t = useTranslations(translations);
  const canManage = usePermission('manage_content');
  const draft = useDraft(item);
  const autosave = useAutosave(item, draft);
  const [isSuggesting, setSuggesting] = useState(false);
  const [hasImages, setImages] = useState(false);
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
    <Stack gap="sm" onBlur={autosave.onBlur}>
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
      <MarkdownField
        fieldRef={field.ref}
        value={draft.text.body}
        onChange={(body) => draft.update({ body })}
        onKeyDown={keys}
      />
      {hasImages && (
        <Suspense fallback={<Loading />}>
          <ImagesPanel item={item} field={field} />
        </Suspense>
      )}
      {isSuggesting && (
        <Suspense fallback={<Loading />}>
          <SuggestPanel item={item} draft={draft} field={field} />
        </Suspense>
      )}
      <Group className="sticky-bar">
        <Button
          onClick={draft.save}
          loading={draft.isSaving && !autosave.isActive}
          disabled={!draft.canSave}
          title={t.saveHint}
        >
          {t.save}
        </Button>
        {draft.isChanged && (!autosave.isActive || autosave.failure) && (
          <Button variant="default" onClick={draft.discard}>
            {t.discard}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconPhoto size={16} aria-hidden />}
          aria-expanded={hasImages}
          onClick={() => setImages(!hasImages)}
        >
          {t.images}
        </Button>
        <Button
          variant="default"
          leftSection={<IconSparkles size={16} aria-hidden />}
          aria-expanded={isSuggesting}
          onClick={() => setSuggesting(!isSuggesting)}
        >
          {t.suggestions}
        </Button>
        <Checkbox
          label={t.autosave}
          checked={autosave.isOn}
          onChange={(event) => autosave.turn(event.currentTarget.checked)}
        />
        <Text size="sm" aria-live="polite">
          <SaveState draft={draft} autosave={autosave} />
        </Text>
        {autosave.isOn && autosave.isByHand && (
          <Text size="sm" c="dimmed">
            {t.byHand}
          </Text>
        )}
      </Group>
      <UnsavedChangesDialog isChanged={draft.isChanged} settle={autosave.settle} discard={draft.discard} />
    </Stack>
  );
}

/** Whether what stands in the editor is saved, in words. */
function SaveState({
  draft,
  autosave: { isActive, failure },
}: {
  draft: ReturnType<typeof useDraft>;
  autosave: ReturnType<typeof useAutosave>;
}) {
  const t = useTranslations(translations);
  if (failure) {
    const { error, isTransient } = failure;
    const reason = t.notSaved((error instanceof ApiError && error.said) || t.unreachable);
    return isTransient ? `${reason} ${t.triedAgain}` : reason;
  }
  if (draft.isChanged) return isActive && !draft.hasConflict && !draft.isBlank ? t.saving : t.unsaved;
  return draft.isSaved && t.isSaved;
}

/** Shown when somebody else has saved the item: a diff, and the choice between the two texts. */
function ConflictAlert({ item, draft }: { item: ContentItem; draft: ReturnType<typeof useDraft> }) {
  const t = useTranslations(translations);
  const actorName = useActorName();
  const { version } = item.attributes;
  const { data } = useQuery(getContentItemVersionOptions({ path: { id: item.id, version } }));
  const savedBy = data?.data.attributes.edited_by;
  return (
    <Alert color="orange" variant="outline" title={t.conflict} role="alert">
      <Stack gap="sm">
        <Text size="sm">
          {savedBy !== undefined && `${t.conflictBy(actorName(savedBy))} `}
          {t.conflictText(version)}
        </Text>
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

/** Asks before changes are lost that cannot be saved. */
function UnsavedChangesDialog({
  isChanged,
  settle,
  discard,
}: {
  isChanged: boolean;
  /** Saves them where that needs nobody; resolves with whether it did. */
  settle: () => Promise<boolean>;
  discard: () => void;
}) {
  const t = useTranslations(translations);
  const { status, proceed, reset } = useBlocker({
    // Navigating within the item keeps the draft.
    shouldBlockFn: async ({ current, next }) => isChanged && current.pathname !== next.pathname && !(await settle()),
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
