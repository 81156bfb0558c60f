import type { AgentGuardrails } from '../agents/definitions/types.ts';
import type { Deps } from '../kernel/deps.ts';
import { saveDraft } from './entry-store.ts';
import { inspectReply } from './inspect.ts';
import { entryTopic } from './rules.ts';
import type { DryRunEntryRow } from './table.ts';

/** Those who read along see what is new after this time, milliseconds. */
const SAVE_EVERY_MS = 250;
/**
 * Characters at the end that are not shown yet: what guardrails look for has fewer, or no space in it, so that nothing of it is out when
 * they find it. The longest is a phrase that an agent may not use: 200, and perhaps marks of Markdown between them.
 */
const HELD_BACK = 300;

/** What may be shown of a reply that is being written, up to the end of a word; null: a guardrail forbids it. */
export function showable(guardrails: AgentGuardrails, written: string): string | null {
  const text = written.replaceAll('\r\n', '\n').trimStart();
  if (inspectReply(guardrails, text).isWithheld) return null;
  // A fence around the whole is no part of the reply, and only the end tells whether it is one.
  if (text.startsWith('```')) return '';
  const safe = text.slice(0, Math.max(0, text.length - HELD_BACK));
  return safe.slice(0, Math.max(0, safe.lastIndexOf(' '), safe.lastIndexOf('\n')));
}

/** Keeps those up to date who read along. */
interface Draft {
  /** Takes all that is written so far. */
  take(written: string): void;
  /** Resolves when nothing more will be saved. */
  stop(): Promise<void>;
}

/** Saves what may be shown of the reply to a message some times a second, until it is stopped or a guardrail forbids the rest. */
export function keepDraft(
  { db, notifications }: Pick<Deps, 'db' | 'notifications'>,
  { id }: DryRunEntryRow,
  guardrails: AgentGuardrails,
): Draft {
  let latest = '';
  let shown = '';
  let saving: Promise<void> | undefined;
  const save = async () => {
    const draft = showable(guardrails, latest);
    if (draft === null) return clearInterval(interval);
    if (draft === '' || draft === shown) return;
    await saveDraft(db, id, draft);
    shown = draft;
    notifications.notify(entryTopic(id));
  };
  const interval = setInterval(() => {
    // What could not be saved is made up for by the next time, or by the reply.
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
