import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import ts from 'typescript';

jest.setTimeout(180_000);

/**
 * An area `notes` made by the recipes of CONTRIBUTING.md: a table, three routes, two tools, a durable flow. It is type checked, never
 * written.
 */
const OWN_FILES: Record<string, string> = {
  'domain/notes/table.ts': `
    import { bigint, identity, oneOf, type Row, table, text, timestamp, uuid, varchar } from '../../infra/database/table.ts';
    export const NOTE_STATUSES = ['pending', 'ready', 'failed'] as const;
    export const noteTable = table('note', {
      id: identity(), row_key: uuid(), partner_id: bigint(), title: varchar(200), body: text().nullable(),
      digest: text().nullable(), status: oneOf(NOTE_STATUSES, 10), created_at: timestamp(), updated_at: timestamp(),
    }, { because: 'Partners keep their notes.' }, { personal: ['text'] });
    export type NoteRow = Row<typeof noteTable>;
    declare module '../kernel/command.ts' {
      interface Commands {
        'notes.digest': { noteId: number; rowKey: string; partnerId: number; requestId: string };
      }
    }`,
  'domain/notes/store.ts': `
    import { findRecord, insertRecord, updateRecords } from '../../infra/database/records.ts';
    import type { Db } from '../kernel/deps.ts';
    import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
    import { type NoteRow, noteTable } from './table.ts';
    export function findNote(db: Db, id: number): Promise<NoteRow | null> {
      return findRecord(db, noteTable, { id });
    }
    export function selectNotes(db: Db, partnerId: number, page: PageRequest): Promise<Page<NoteRow>> {
      return listPage(db, noteTable, { where: { partner_id: partnerId }, order: { id: 'DESC' } }, page);
    }
    export function insertNote(db: Db, note: Omit<NoteRow, 'id'>): Promise<NoteRow> {
      return insertRecord(db, noteTable, note);
    }
    export async function endNote(
      db: Db, now: Date, { noteId, rowKey }: { noteId: number; rowKey: string }, ended: Pick<NoteRow, 'status' | 'digest'>,
    ): Promise<boolean> {
      const open = { id: noteId, row_key: rowKey, status: 'pending' as const };
      return (await updateRecords(db, noteTable, open, { ...ended, updated_at: now })) > 0;
    }`,
  'domain/notes/steps/write-digest.ts': `
    import { z } from 'zod';
    import { recordId } from '../../kernel/schema.ts';
    import { step } from '../../kernel/step.ts';
    import { endNote, findNote } from '../store.ts';
    const reference = z.object({ noteId: recordId, rowKey: z.string() });
    export const writeDigest = step({
      name: 'notes.write_digest', input: reference, output: z.boolean(),
      async run(deps, call, input) {
        const note = await findNote(deps.db, input.noteId);
        const digest = note?.body?.slice(0, 100) ?? null;
        return deps.transaction(call, (tx) => endNote(tx.em, tx.now, input, { status: 'ready', digest }));
      },
    });
    export const failDigest = step({
      name: 'notes.fail_digest', input: reference.extend({ reason: z.string() }), output: z.boolean(),
      run: (deps, call, input) =>
        deps.transaction(call, (tx) => endNote(tx.em, tx.now, input, { status: 'failed', digest: null })),
    });`,
  'domain/notes/steps/housekeeping.ts': `
    import { listStale } from '../../kernel/stale-rows.ts';
    export const listStaleNotes = listStale('notes.list_stale', {
      table: 'note', open: ['pending'], startedBy: 'notes.digest',
    });`,
  'workflows/note-digest/contract.ts': `
    import type { z } from 'zod';
    import type { writeDigest } from '../../domain/notes/steps/write-digest.ts';
    import { type CommandedFlow, priorityOf } from '../commands.ts';
    export type NoteDigestInput = z.input<typeof writeDigest.input>;
    export const NOTE_DIGEST = {
      workflow: 'noteDigest', id: 'note-digest', row: 'noteId', command: 'notes.digest',
      start: ({ noteId, rowKey, partnerId, requestId }) => ({
        input: { noteId, rowKey }, memo: { requestId }, keywords: { MwPartnerId: String(partnerId) },
        summary: \`Digest of note \${noteId}\`, details: 'Safe to cancel or terminate.', priority: priorityOf(partnerId),
      }),
    } as const satisfies CommandedFlow<'notes.digest', NoteDigestInput>;`,
  'workflows/note-digest/workflow.ts': `
    import type { NoteDigestSteps } from '../../activities/notes.ts';
    import { runJob } from '../lib/job.ts';
    import { proxyTransitions } from '../lib/steps.ts';
    import type { NoteDigestInput } from './contract.ts';
    const { writeDigest, failDigest } = proxyTransitions<NoteDigestSteps>();
    export function noteDigest(reference: NoteDigestInput): Promise<void> {
      return runJob(
        async () => void (await writeDigest(reference)),
        (reason) => failDigest({ ...reference, reason }),
      );
    }`,
  'activities/notes.ts': `
    import { perform } from '../domain/kernel/step.ts';
    import { listStaleNotes } from '../domain/notes/steps/housekeeping.ts';
    import { failDigest, writeDigest } from '../domain/notes/steps/write-digest.ts';
    import { NOTE_DIGEST } from '../workflows/note-digest/contract.ts';
    import type { Activities, Flow } from './flow.ts';
    export const noteDigest = {
      contract: NOTE_DIGEST,
      steps: { transitions: { writeDigest, failDigest } },
      owner: {
        name: 'note', stale: listStaleNotes,
        end: (deps, note, reason) => perform(deps, failDigest, { ...note, reason }),
      },
    } as const satisfies Flow<typeof NOTE_DIGEST>;
    export type NoteDigestSteps = Activities<typeof noteDigest>;`,
  'domain/notes/operations/reads.ts': `
    import { z } from 'zod';
    import type { Call } from '../../kernel/call.ts';
    import type { Deps } from '../../kernel/deps.ts';
    import { nothing, partnerOf } from '../../kernel/invoke.ts';
    import { operation } from '../../kernel/operation.ts';
    import { ownedBy } from '../../kernel/ownership.ts';
    import { pageQuery, recordId } from '../../kernel/schema.ts';
    import { findNote, selectNotes } from '../store.ts';
    import type { NoteRow } from '../table.ts';
    export const listNotes = operation({
      name: 'notes.list', permission: 'view_content', params: nothing, input: z.object(pageQuery()),
      run: (deps, call, query) => selectNotes(deps.db, partnerOf(call), query),
    });
    export const getNote = operation({
      name: 'notes.get', permission: 'view_content',
      params: z.object({ id: recordId.describe('Id of a note.') }), target: ownNote, input: nothing,
      run: async (_deps, _call, _input, note): Promise<NoteRow> => note,
    });
    export async function ownNote({ db }: Pick<Deps, 'db'>, call: Call, { id }: { id: number }): Promise<NoteRow> {
      return ownedBy(call, 'Note', await findNote(db, id), (note) => note.partner_id);
    }`,
  'domain/notes/operations/create-note.ts': `
    import { randomUUID } from 'node:crypto';
    import { z } from 'zod';
    import { nothing, partnerOf } from '../../kernel/invoke.ts';
    import { operation } from '../../kernel/operation.ts';
    import { text } from '../../kernel/schema.ts';
    import { insertNote } from '../store.ts';
    import type { NoteRow } from '../table.ts';
    import { ownNote } from './reads.ts';
    export const createNote = operation({
      name: 'notes.create', permission: 'manage_content', params: nothing,
      input: z.object({ title: text(200), body: text(5_000).optional() }),
      async change(tx, { call, input: { title, body = null } }): Promise<NoteRow> {
        const { now } = tx;
        const [partnerId, rowKey] = [partnerOf(call), randomUUID()];
        const note = await insertNote(tx.em, {
          partner_id: partnerId, row_key: rowKey, title, body, digest: null, status: 'pending', created_at: now, updated_at: now,
        });
        tx.enqueue({ kind: 'notes.digest', noteId: note.id, rowKey, partnerId, requestId: call.requestId });
        return note;
      },
      audit: ({ id }) => ({ type: 'note', id }),
      recover: (deps, call, madeId) => ownNote(deps, call, { id: Number(madeId) }),
    });`,
  'api/notes/area.ts': `
    import { z } from 'zod';
    import { createNote } from '../../domain/notes/operations/create-note.ts';
    import { getNote, listNotes } from '../../domain/notes/operations/reads.ts';
    import type { NoteRow } from '../../domain/notes/table.ts';
    import { area } from '../area.ts';
    import { datetimeSchema, one, page, resource } from '../resource.ts';
    import { route } from '../route.ts';
    const noteResource = resource({
      type: 'note',
      attributes: { title: z.string(), body: z.string().nullable(), created_at: datetimeSchema },
      links: { self: z.string() },
      present: ({ id }: NoteRow) => ({ links: { self: \`/api/v1/notes/\${id}\` } }),
    });
    export const notesArea = area({
      tag: { name: 'Notes', group: 'Content', description: 'Notes of a partner.' },
      routes: [
        route({
          method: 'GET', path: '/notes', summary: 'List notes', operation: listNotes, body: page(noteResource),
          tool: { name: 'list_notes', title: 'List notes', description: 'Lists notes, newest first.' },
        }),
        route({
          method: 'POST', path: '/notes', summary: 'Add a note', operation: createNote, status: 201, body: one(noteResource),
          tool: { name: 'create_note', title: 'Add a note', description: 'Adds a note.' },
        }),
        route({ method: 'GET', path: '/notes/{id}', summary: 'One note', operation: getNote, body: one(noteResource) }),
      ],
    });`,
};

/** Lines that the recipe adds to existing files, after the given line. */
const ADDED_LINES: Record<string, readonly (readonly [after: string, line: string])[]> = {
  'domain/tables.ts': [
    ["export * as affiliates from './affiliates/table.ts';", "export * as notes from './notes/table.ts';"],
  ],
  'api/areas.ts': [
    ["import { mcpArea } from './mcp/area.ts';", "import { notesArea } from './notes/area.ts';"],
    ['  brandVoicesArea,', '  notesArea,'],
  ],
  'workflows/index.ts': [
    [
      "export { monthlyInvoices } from './monthly-invoices/workflow.ts';",
      "export { noteDigest } from './note-digest/workflow.ts';",
    ],
  ],
  'workflows/contracts.ts': [
    [
      "import { MONTHLY_INVOICES } from './monthly-invoices/contract.ts';",
      "import { NOTE_DIGEST } from './note-digest/contract.ts';",
    ],
    ['  MONTHLY_INVOICES,', '  NOTE_DIGEST,'],
  ],
  'worker/areas.ts': [
    ["import type { AnyFlow } from '../activities/flow.ts';", "import { noteDigest } from '../activities/notes.ts';"],
    ['  { flows: [retention] },', '  { flows: [noteDigest] },'],
  ],
};

/** How many lines of existing files an area may change. */
const MOST_LINES = 8;

/** A mistake that the type check must find: the record has no mood. */
const WRONG_FILE = 'api/notes/wrong.ts';
const WRONG_TEXT = `
  import { z } from 'zod';
  import type { NoteRow } from '../../domain/notes/table.ts';
  import { record } from '../resource.ts';
  export const wrong = record(z.object({ title: z.string(), mood: z.string() }), (_note: NoteRow) => ({}));`;

test('an area with a table, three routes, two tools and a durable flow changes eight lines of files that exist', () => {
  expect(Object.values(ADDED_LINES).flat().length).toBeLessThanOrEqual(MOST_LINES);
  const problems = problemsOf({ ...OWN_FILES, ...changedFiles(), [WRONG_FILE]: WRONG_TEXT });
  expect(problems).toEqual([expect.stringMatching(/^api\/notes\/wrong\.ts:5 .*mood/)]);
});

function changedFiles(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ADDED_LINES).map(([path, additions]) => {
      const lines = readFileSync(path, 'utf8').split('\n');
      for (const [after, line] of additions) {
        const place = lines.indexOf(after);
        if (place < 0) throw new Error(`${path} has no line ${after}`);
        lines.splice(place + 1, 0, line);
      }
      return [path, lines.join('\n')];
    }),
  );
}

/** Compiler errors of these files, which overlay the repository in memory. */
function problemsOf(files: Readonly<Record<string, string>>): string[] {
  const sources = new Map(Object.entries(files).map(([path, text]) => [resolve(path), text]));
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', ts.sys.readFile).config,
    ts.sys,
    '.',
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  const folders = new Set([...sources.keys()].map((path) => path.slice(0, path.lastIndexOf('/'))));
  host.fileExists = (path) => sources.has(resolve(path)) || fileExists(path);
  host.readFile = (path) => sources.get(resolve(path)) ?? readFile(path);
  host.directoryExists = (path) => folders.has(resolve(path)) || ts.sys.directoryExists(path);
  host.getSourceFile = (path, version) => {
    const text = host.readFile(path);
    return text === undefined ? undefined : ts.createSourceFile(path, text, version);
  };
  // The programs bring the commands that areas declare.
  const program = ts.createProgram([...sources.keys(), 'api/main.ts', 'worker/main.ts'], options, host);
  return Object.keys(files).flatMap((path) => {
    const source = program.getSourceFile(resolve(path));
    if (!source) return [`${path} is not part of the program.`];
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText, start = 0 }) =>
        `${path}:${source.getLineAndCharacterOfPosition(start).line + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}
