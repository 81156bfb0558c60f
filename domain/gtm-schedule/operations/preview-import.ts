import { isSandbox } from '../../kernel/call.ts';
import { eventLoopScheduler } from '../../kernel/event-loop-scheduler.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { type ImportPlan, planImport } from '../import/plan.ts';
import { selectKnownUids } from '../import-store.ts';
import { importPreviewBody, referencedRecords, requireOwnRecords } from '../schema.ts';

/** What an import would make, and what the schedule has already. */
export type PreviewedImport = ImportPlan & { known: ReadonlySet<string> };

/** Shows what the import of a file would make; stores nothing. */
export const previewImport = operation({
  name: 'gtm_schedule.preview_import',
  permission: 'manage_content',
  params: nothing,
  references: referencedRecords,
  input: importPreviewBody,
  async run(deps, call, input): Promise<PreviewedImport> {
    await requireOwnRecords(deps, call, input);
    const plan = await planImport(input, () => eventLoopScheduler.take(String(partnerOf(call))));
    const uids = plan.entries.map(({ uid }) => uid);
    return {
      ...plan,
      known: await selectKnownUids(deps.db, { partnerId: partnerOf(call), sandbox: isSandbox(call) }, uids),
    };
  },
});
