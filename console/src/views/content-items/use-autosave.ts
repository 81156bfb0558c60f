import { type FocusEventHandler, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { ContentItem } from '../../api/generated/client/types.gen.ts';
import { draftOwner } from '../../lib/form-draft.ts';
import { useMe } from '../../shell/me.ts';
import { isAutosaveOn, isTransient, keepAutosave, pauseAfter } from './autosave.ts';
import type { DraftText, useDraft } from './use-draft.ts';

/** A save that failed. */
interface Failure {
  error: unknown;
  /** What was sent. */
  sent: DraftText;
  /** How many there were one after another. */
  count: number;
  /** Whether the same text is sent again. */
  isTransient: boolean;
}

/**
 * Saves a draft three seconds after its last change, when the editor is left, and when the page is hidden; never a text whose approval
 * an edit would take back.
 */
export function useAutosave({ attributes }: ContentItem, draft: ReturnType<typeof useDraft>) {
  const owner = draftOwner(useMe().email);
  const [isOn, setOn] = useState(() => isAutosaveOn(owner));
  const [failure, setFailure] = useState<Failure | null>(null);
  /** What is published, or will be as it is, is changed by hand only. */
  const isByHand = attributes.approved || ['ready', 'published'].includes(attributes.kanban_status);
  const isActive = isOn && !isByHand;
  const isCurrent = failure !== null && (failure.isTransient || !draft.hasChangedSince(failure.sent));
  const isRefused = isCurrent && !failure.isTransient;
  const isDue = isActive && draft.isChanged && !draft.hasConflict && !draft.isBlank && !isRefused;
  const running = useRef<Promise<boolean> | null>(null);

  /** Saves what is due, or waits for what is being saved; resolves with whether the text is saved as it is now. */
  const saveNow = async (): Promise<boolean> => {
    if (running.current) return running.current;
    if (!isDue || draft.isSaving) return !draft.isChanged;
    running.current = attempt();
    const isSaved = await running.current;
    running.current = null;
    return isSaved;
  };
  const attempt = async (): Promise<boolean> => {
    const sent = draft.text;
    try {
      const saved = await draft.autosave();
      setFailure(null);
      return !draft.hasChangedSince(saved);
    } catch (error) {
      const isLater = isTransient(error instanceof ApiError ? error.status : undefined);
      setFailure((before) => ({ error, sent, count: (before?.count ?? 0) + 1, isTransient: isLater }));
      return false;
    }
  };

  const latest = useRef(saveNow);
  useEffect(() => {
    latest.current = saveNow;
  });
  const { title, body } = draft.text;
  const count = failure?.count ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text begins the pause anew, and so does a failure
  useEffect(() => {
    if (!isDue || draft.isSaving) return;
    const timer = setTimeout(() => void latest.current(), pauseAfter(count));
    return () => clearTimeout(timer);
  }, [isDue, draft.isSaving, title, body, count]);
  useEffect(() => {
    const saveHidden = () => {
      if (document.visibilityState === 'hidden') void latest.current();
    };
    const saveOnline = () => void latest.current();
    document.addEventListener('visibilitychange', saveHidden);
    window.addEventListener('online', saveOnline);
    return () => {
      document.removeEventListener('visibilitychange', saveHidden);
      window.removeEventListener('online', saveOnline);
    };
  }, []);

  const leave: FocusEventHandler = ({ currentTarget, relatedTarget }) => {
    if (!currentTarget.contains(relatedTarget)) void saveNow();
  };
  return {
    isOn,
    isByHand,
    /** Whether what is typed is saved by itself. */
    isActive,
    /** Why the text that stands here is not saved. */
    failure: draft.isChanged && !draft.hasConflict && isCurrent ? failure : null,
    turn(on: boolean) {
      keepAutosave(owner, on);
      setOn(on);
      setFailure(null);
    },
    /** Whether nothing of what stands here would be lost: saves it where it can. */
    settle: () => latest.current(),
    /** For the element around the fields. */
    onBlur: leave,
  };
}
