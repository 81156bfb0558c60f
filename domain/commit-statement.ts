import { joinCommitParts } from '../infra/database/commit-statement.ts';
import { queuedPart } from '../infra/database/outbox.ts';
import { auditedPart } from './audit-log/store.ts';
import { changeEventsPart } from './change-feed/store.ts';
import { markedPart } from './idempotency/store.ts';
import { publishedPart } from './kernel/event-store.ts';

/**
 * The statement sent with the commit of every transaction that recorded something; each area contributes the part for
 * its own tables.
 */
export const commitStatement = joinCommitParts([auditedPart, publishedPart, markedPart, queuedPart, changeEventsPart]);
