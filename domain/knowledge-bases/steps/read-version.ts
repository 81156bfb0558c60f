import { z } from 'zod';
import { DocumentError, type ReadDocument } from '../../../infra/documents/port.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { documentFormat } from '../schema.ts';
import type { VersionReference } from '../table.ts';
import { understandDocument } from '../understand-document.ts';
import { endVersion, findOwnerOfUnread, findUnreadVersion } from '../version-store.ts';
import { indexAndEmbed, readInTurn, readingFailure } from './read-document.ts';

const reference = z.object({ versionId: recordId, rowKey: z.string() });

/**
 * Reads a version of a document and takes it into use, in the transaction that ends its reading and begins its embedding; a
 * repeat finds it ended and does nothing. An unreadable version fails with a reason, and the document keeps what it has. Returns whether it is
 * in use now.
 */
export const readVersion = step({
  name: 'knowledge_bases.read_version',
  input: reference,
  output: z.boolean(),
  async run(deps, call, version) {
    const partnerId = await findOwnerOfUnread(deps.db, version);
    if (partnerId === null) return false;
    return readInTurn(deps, call, partnerId, (read) => readUnread(deps, call, version, read));
  },
});

/** Reads the version if nobody else has, and no other took its place, while it waited for its turn. */
async function readUnread(
  deps: Deps,
  call: Call,
  versionReference: VersionReference,
  read: ReadDocument,
): Promise<boolean> {
  const version = await findUnreadVersion(deps.db, versionReference);
  if (!version) return false;
  try {
    const format = documentFormat.parse(version.format);
    const understood = await understandDocument(deps, { ...version, format }, read);
    return await indexAndEmbed(deps, call, version, understood);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const ending = { status: 'failed', reason: error.message } as const;
    await deps.transaction(call, (tx) => endVersion(tx.em, tx.now, versionReference, ending));
    return false;
  }
}

/** Fails the reading of a version for a failure class; false when it had already ended. */
export const failVersion = step({
  name: 'knowledge_bases.fail_version',
  input: reference.extend({ reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { reason, ...version }) =>
    deps.transaction(call, (tx) =>
      endVersion(tx.em, tx.now, version, { status: 'failed', reason: readingFailure(reason) }),
    ),
});
