import type { AgentGuardrails } from '../agents/definitions/types.ts';
import type { Deps } from '../kernel/deps.ts';
import { saveDraft } from './entry-store.ts';
import { inspectReply } from './inspect.ts';
import { entryTopic } from './rules.ts';
import type { DryRunSessionEntryRow } from './table.ts';

/** Interval between updates for readers, milliseconds. */
const SAVE_EVERY_MS = 250;
/**
 * Characters at the end that are not shown yet. Guardrail matches are shorter, or have no space in them, so that no
 * part of one is shown before it is found. The longest is a phrase banned by the agent: 200 characters, plus Markdown
 * marks in between.
 */
const HOLDBACK_CHARACTERS = 300;

/** The part of an unfinished reply that can be shown, up to a word boundary; null when a guardrail forbids it. */
export function visibleText(guardrails: AgentGuardrails, written: string): string | null {
  const text = written.replaceAll('\r\n', '\n').trimStart();
  if (inspectReply(guardrails, text).isWithheld) return null;
  // A code fence around the whole reply is removed, and only the end shows whether there is one.
  if (text.startsWith('```')) return '';
  const safe = text.slice(0, Math.max(0, text.length - HOLDBACK_CHARACTERS));
  return safe.slice(0, Math.max(0, safe.lastIndexOf(' '), safe.lastIndexOf('\n')));
}

/** Publishes an unfinished reply to its readers. */
interface Draft {
  /** Updates the text written so far. */
  take(written: string): void;
  /** Resolves when nothing more will be saved. */
  stop(): Promise<void>;
}

/** Saves the visible part of a reply a few times per second, until it is stopped or a guardrail forbids the rest. */
export function keepDraft(
  { db, notifications }: Pick<Deps, 'db' | 'notifications'>,
  { id }: DryRunSessionEntryRow,
  guardrails: AgentGuardrails,
): Draft {
  let latest = '';
  let shown = '';
  let saving: Promise<void> | undefined;
  const save = async () => {
    const draft = visibleText(guardrails, latest);
    if (draft === null) return clearInterval(interval);
    if (draft === '' || draft === shown) return;
    await saveDraft(db, id, draft);
    shown = draft;
    notifications.notify(entryTopic(id));
  };
  const interval = setInterval(() => {
    // A failed save is made up for by the next one, or by the reply.
    saving ??= save()
      .catch(() => undefined)
      .finally(() => {
        saving = undefined;
      });
  }, SAVE_EVERY_MS);
  return {
    take(written) {
      latest = written;
    },
    async stop() {
      clearInterval(interval);
      await saving;
    },
  };
}
