import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import ts from 'typescript';

jest.setTimeout(180_000);

/** An area `notes` made by the recipes of CONTRIBUTING.md: a table, three routes, two tools. It is type checked, never written. */
const OWN_FILES: Record<string, string> = {
  'domain/notes/table.ts': `
    import { bigint, identity, type Row, table, text, timestamp, varchar } from '../../infra/database/table.ts';
    export const noteTable = table('note', {
      id: identity(), partner_id: bigint(), title: varchar(200), body: text().nullable(), created_at: timestamp(),
    });
    export type NoteRow = Row<typeof noteTable>;`,
  'domain/notes/store.ts': `
    import { findRecord, insertRecord } from '../../infra/database/records.ts';
    import type { Db } from '../kernel/deps.ts';
    import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
    import { type NoteRow, noteTable } from './table.ts';
    export function findNote(db: Db, id: number): Promise<NoteRow | null> {
      return findRecord(db, noteTable, { id });
    }
    export function listNotes(db: Db, partnerId: number, page: PageRequest): Promise<Page<NoteRow>> {
      return listPage(db, noteTable, { where: { partner_id: partnerId }, order: { id: 'DESC' } }, page);
    }
    export function insertNote(db: Db, note: Omit<NoteRow, 'id'>): Promise<NoteRow> {
      return insertRecord(db, noteTable, note);
    }`,
  'domain/notes/operations/reads.ts': `
    import { z } from 'zod';
    import type { Call } from '../../kernel/call.ts';
    import type { Deps } from '../../kernel/deps.ts';
    import { nothing, partnerOf } from '../../kernel/invoke.ts';
    import { operation } from '../../kernel/operation.ts';
    import { ownedBy } from '../../kernel/ownership.ts';
    import { pageQuery, recordId } from '../../kernel/schema.ts';
    import { findNote, listNotes as noteRows } from '../store.ts';
    import type { NoteRow } from '../table.ts';
    export const listNotes = operation({
      name: 'notes.list', permission: 'view_content', params: nothing, input: z.object(pageQuery()),
      run: (deps, call, query) => noteRows(deps.db, partnerOf(call), query),
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
      change: (tx, { call, input: { title, body = null } }): Promise<NoteRow> =>
        insertNote(tx.em, { partner_id: partnerOf(call), title, body, created_at: tx.now }),
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
};

/** An area may change eight lines; its flow uses up to five of them. */
const MOST_LINES = 3;

/** A mistake that the type check must find: the record has no mood. */
const WRONG_FILE = 'api/notes/wrong.ts';
const WRONG_TEXT = `
  import { z } from 'zod';
  import type { NoteRow } from '../../domain/notes/table.ts';
  import { record } from '../resource.ts';
  export const wrong = record(z.object({ title: z.string(), mood: z.string() }), (_note: NoteRow) => ({}));`;

test('an area with a table, three routes and two tools changes three lines of files that exist', () => {
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
  const program = ts.createProgram([...sources.keys()], options, host);
  return Object.keys(files).flatMap((path) => {
    const source = program.getSourceFile(resolve(path));
    if (!source) return [`${path} is not part of the program.`];
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText, start = 0 }) =>
        `${path}:${source.getLineAndCharacterOfPosition(start).line + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}
