import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { quietFetch } from '../../api/client.ts';
import {
  getContentItemQueryKey,
  listContentItemVersionsQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { editContentItem, getContentItem, type Options } from '../../api/generated/client/sdk.gen.ts';
import type { ContentItem, EditContentItemData } from '../../api/generated/client/types.gen.ts';
import { showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useFormDraft } from '../../lib/form-draft.ts';
import { isTransient } from './autosave.ts';
import { translations } from './translations.ts';
import { useStoreItem } from './use-store-item.ts';

/** Title and body of an item. */
export interface DraftText {
  title: string;
  body: string;
}

/** Unsaved text and the version it is based on. */
interface Draft extends DraftText {
  version: number;
}

/** What this page has saved, as it was typed: the service may trim a title that somebody is still typing. */
interface SavedDraft extends Draft {
  isAutosave: boolean;
}

/** Saves a text. The API refuses it when the item is not at `version`. An autosave shows neither a message nor its error. */
export function useSaveText(item: ContentItem, onSaved?: (saved: ContentItem, sent: SavedDraft) => void) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const path = { id: item.id };
  const store = useStoreItem(item.id);
  /** The text of a save whose answer was lost: it may be what is stored by now. */
  const lost = useRef<DraftText>(null);
  return useMutation({
    mutationFn: async (sent: Options<EditContentItemData>) => {
      const save = async (version = sent.body.version) =>
        (await editContentItem({ ...sent, body: { ...sent.body, version }, throwOnError: true })).data;
      try {
        return await save();
      } catch (error) {
        if (error instanceof ApiError && error.code === 'CONFLICT' && lost.current) {
          const { fetch } = sent;
          const { data } = (await getContentItem({ path, ...(fetch && { fetch }), throwOnError: true })).data;
          if (isStored(lost.current, data)) return save(data.attributes.version);
        } else if (isTransient(error instanceof ApiError ? error.status : undefined)) {
          lost.current = sent.body as DraftText;
        }
        throw error;
      }
    },
    // Else a save would wait for the network in silence.
    networkMode: 'always',
    onSuccess: (response, { body }) => {
      const { version } = response.data.attributes;
      const isAutosave = body.autosave === true;
      lost.current = null;
      store(response);
      if (!isAutosave) notifications.show({ message: t.saved(version) });
      onSaved?.(response.data, { ...(body as DraftText), version, isAutosave });
      void queryClient.invalidateQueries({ queryKey: listContentItemVersionsQueryKey({ path }) });
    },
    onError: async (error, { body }) => {
      // The refetch shows the conflict.
      if (error instanceof ApiError && error.code === 'CONFLICT') {
        await queryClient.invalidateQueries({ queryKey: getContentItemQueryKey({ path }) });
      } else if (!body.autosave) showError(error);
    },
  });
}

/** The unsaved text of an item, which survives a reload, or the saved one while nothing is changed. */
export function useDraft(item: ContentItem) {
  const kept = useFormDraft<Draft | null>(`content/${item.id}`, null);
  const { values: draft, change: setDraft } = kept;
  const { title, body, version } = item.attributes;
  const [own, setOwn] = useState<SavedDraft | null>(null);
  const isOwn = own !== null && own.version >= version;
  const stored: Draft = isOwn ? { title: own.title, body: own.body, version: own.version } : { title, body, version };
  const isChanged = draft !== null && differs(draft, stored);
  const text: DraftText = isChanged ? draft : stored;
  const latest = useRef({ text, version });
  const save = useSaveText(item, (_saved, sent) => {
    setOwn(sent);
    latest.current.version = sent.version;
    // What was typed while saving stays, based on the new version.
    setDraft((now) => (now && differs(now, sent) ? { ...now, version: sent.version } : null));
  });
  useEffect(() => {
    latest.current = { text, version: isChanged ? draft.version : stored.version };
  });
  /** Sends the text as it is now; rejects where it is not saved. */
  const send = async (more: { version?: number; autosave?: true } = {}): Promise<DraftText> => {
    const sent = { title: latest.current.text.title, body: latest.current.text.body };
    await save.mutateAsync({
      path: { id: item.id },
      body: { version: latest.current.version, ...more, ...sent },
      // Whoever types is not sent away to sign in.
      ...(more.autosave && { fetch: (request) => quietFetch(request as Request) }),
    });
    return sent;
  };
  const saveByHand = useOneByOne(save.isPending, () => void send().catch(() => undefined));
  /** Somebody else has saved the item since the draft was started. */
  const hasConflict = isChanged && draft.version !== stored.version;
  const isBlank = !text.title.trim() || !text.body.trim();
  const canSave = (isChanged || (isOwn && own.isAutosave)) && !hasConflict && !isBlank;
  return {
    text,
    isChanged,
    isBlank,
    isSaving: save.isPending,
    hasConflict,
    /** There is something to save, or to keep as a version of its own. */
    canSave,
    /** The text is what this page has saved. */
    isSaved: isOwn && !isChanged,
    update(change: Partial<DraftText>) {
      const { title, body } = { ...latest.current.text, ...change };
      latest.current.text = { title, body };
      setDraft({ title, body, version: latest.current.version });
    },
    /** Whether other text stands here than was sent. */
    hasChangedSince: (sent: DraftText) => differs(latest.current.text, sent),
    discard: kept.clear,
    save: () => {
      if (canSave) saveByHand();
    },
    /** Saves what stands here while the person types on; rejects where that fails. */
    autosave: () => send({ autosave: true }),
    /** Saves the draft over the other version. */
    overwrite: () => void send({ version }).catch(() => undefined),
  };
}

/** Does a thing at once, or as soon as what is going on has ended. */
function useOneByOne(isBusy: boolean, act: () => void): () => void {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || isBusy) return;
    setWanted(false);
    act();
  });
  return () => setWanted(true);
}

/** Whether an item has a text that was sent, whose title the service trims. */
function isStored(sent: DraftText, { attributes }: ContentItem): boolean {
  return !differs({ title: sent.title.trim(), body: sent.body }, attributes);
}

function differs(one: DraftText, other: DraftText): boolean {
  return one.title !== other.title || one.body !== other.body;
}
