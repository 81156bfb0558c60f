import { beforeAll, describe, expect, test } from '@jest/globals';
import mammoth from 'mammoth';
import { caseStudyExport } from '../../api/case-studies/export.ts';
import { caseStudyPage, caseStudySubmissionResource, caseStudyWords } from '../../api/case-studies/resource.ts';
import { page } from '../../api/resource.ts';
import { caseStudyIn, caseStudyOf, createCaseStudy } from '../environment/case-studies.ts';
import { CASE_STUDY, WHOLE_CASE_STUDY } from '../environment/case-study-body.ts';
import { expectError, open, type RouteName, read, send } from '../environment/http.ts';
import { createPartner, type Partner, requestAsAdmin } from '../environment/partners.ts';
import { readPdf } from '../environment/pdf.ts';

const LIST: RouteName = 'GET /partners/case-studies';
const CREATE: RouteName = 'POST /partners/case-studies';
const SCHEMA: RouteName = 'GET /partners/case-studies/schema';
const FILTERS: RouteName = 'GET /partners/case-studies/filters';
const SHOW: RouteName = 'GET /partners/case-studies/{id}';
const UPDATE: RouteName = 'PATCH /partners/case-studies/{id}';
const DELETE: RouteName = 'DELETE /partners/case-studies/{id}';
const SUGGEST: RouteName = 'POST /partners/case-studies/{id}/suggest';
const EXPORT: RouteName = 'GET /partners/case-studies/{id}/export';
const FILE: RouteName = 'GET /partners/case-studies/{id}/file';
const SUBMISSIONS: RouteName = 'GET /partners/case-studies/{id}/submissions';
const RETURN: RouteName = 'POST /3pi-partners/{partner_id}/case-studies/{case_study_id}/return';
const VALIDATE: RouteName = 'POST /3pi-partners/{partner_id}/case-studies/{case_study_id}/validate';

const DATETIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const TITLE = 'Fabrikam Retail reads its figures at opening time';

let partner: Partner;
let other: Partner;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
});

const create = (body: object) => partner.request(CREATE, { body });
const update = (id: number, body: object, from = partner) => from.request(UPDATE, { params: { id }, body });
const validate = (id: number, of = partner) =>
  requestAsAdmin(VALIDATE, { params: { partner_id: of.id, case_study_id: id } });

async function submitted(): Promise<number> {
  const { id } = await createCaseStudy(partner);
  expect((await update(id, { case_study_title: TITLE, status: 'submitted' })).status).toBe(200);
  return id;
}

describe(CREATE, () => {
  test('adds a draft with all that was told', async () => {
    const { data, meta } = caseStudyIn(await create({ ...WHOLE_CASE_STUDY, company_name: ' Fabrikam Retail ' }));
    const self = `/api/v1/partners/case-studies/${data.id}`;
    expect(data).toEqual({
      type: 'case_study',
      id: expect.any(Number),
      attributes: {
        ...WHOLE_CASE_STUDY,
        case_study_title: null,
        short_description: null,
        status: 'draft',
        has_generated_content: false,
        generated_content: null,
        returned_for: null,
        created_at: expect.stringMatching(DATETIME),
        updated_at: expect.stringMatching(DATETIME),
      },
      links: { self, export: `${self}/export`, suggest: `${self}/suggest` },
    });
    expect(meta).toBeUndefined();
    expect(await caseStudyOf(partner, data.id)).toEqual({ data });
  });

  test('needs no more than the required fields', async () => {
    const { attributes } = await createCaseStudy(partner, {
      tco_analysis: null,
      isv_tools: '',
      is_public: null,
      unknown: 1,
    });
    expect(attributes).toMatchObject({
      ...CASE_STUDY,
      industry_verticals: [],
      use_cases: [],
      tco_analysis: null,
      lessons_learned: null,
      cloud_services_used: null,
      isv_tools: null,
      is_public: false,
    });
  });

  test('refuses each required field that is missing, and all at once', async () => {
    expect(Object.keys(expectError(await create({}), 'VALIDATION_ERROR')).sort()).toEqual(
      Object.keys(CASE_STUDY).sort(),
    );
  });

  test.each([
    ['a country that is none', { country: 'Atlantis' }, 'country'],
    ['an industry of no list', { industry_verticals: ['Retail', 'Alchemy'] }, 'industry_verticals.1'],
    ['a use case of no list', { use_cases: ['Time travel'] }, 'use_cases.0'],
    ['an end before the start', { start_date: '2025-01-02', end_date: '2025-01-01' }, 'end_date'],
    ['a day that is none', { start_date: '2025-02-30' }, 'start_date'],
    ['a blank text', { outcomes: '  ' }, 'outcomes'],
    ['a text that is too long', { outcomes: 'x'.repeat(20_001) }, 'outcomes'],
    ['a name that is too long', { company_name: 'x'.repeat(201) }, 'company_name'],
    ['another type', { is_public: 'yes' }, 'is_public'],
  ])('refuses %s', async (_what, wrong, field) => {
    const details = expectError(await create({ ...CASE_STUDY, ...wrong }), 'VALIDATION_ERROR');
    expect(Object.keys(details)).toEqual([field]);
  });

  test('makes one for a repeat with the same Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const replies = [0, 1].map(() => partner.request(CREATE, { body: CASE_STUDY, headers }));
    const [first, second] = await Promise.all(replies);
    const [done] = [first, second].filter((reply) => reply?.status === 201);
    const again = await partner.request(CREATE, { body: CASE_STUDY, headers });
    expect(caseStudyIn(again).data.id).toBe(done && caseStudyIn(done).data.id);
  });
});

describe(LIST, () => {
  const listed = async (from: Partner, query: Record<string, string | number | boolean> = {}) =>
    read(await from.request(LIST, { query }), caseStudyPage.schema);

  test('pages through the own case studies, newest first, with links to the other pages', async () => {
    const owner = await createPartner();
    const ids: number[] = [];
    for (let number = 0; number < 5; number += 1) ids.push((await createCaseStudy(owner)).id);
    const path = '/api/v1/partners/case-studies';
    const first = await listed(owner, { per_page: 2 });
    expect(first.data.map(({ id }) => id)).toEqual([ids[4], ids[3]]);
    expect(first.meta).toEqual({ total: 5, page: 1, per_page: 2, total_pages: 3 });
    expect(first.links).toEqual({
      first: `${path}?page=1&per_page=2`,
      last: `${path}?page=3&per_page=2`,
      prev: null,
      next: `${path}?page=2&per_page=2`,
    });
    const next = await send('GET', first.links.next ?? '', { key: owner.key.text });
    expect(read(next, caseStudyPage.schema).links).toMatchObject({
      prev: `${path}?page=1&per_page=2`,
      next: `${path}?page=3&per_page=2`,
    });
    const oldest = await listed(owner, { per_page: 2, dir: 'asc' });
    expect(oldest.data.map(({ id }) => id)).toEqual([ids[0], ids[1]]);
    expect(oldest.links.next).toBe(`${path}?dir=asc&page=2&per_page=2`);
    expect((await listed(owner, { page: 9 })).data).toEqual([]);
    expect((await listed(other)).data.map(({ id }) => id)).not.toContain(ids[0]);
  });

  test('is of a status, of public ones, or of both, with true totals through every change', async () => {
    const owner = await createPartner();
    const [draft, open, gone] = [
      await createCaseStudy(owner),
      await createCaseStudy(owner, { is_public: true }),
      await createCaseStudy(owner),
    ];
    await update(open.id, { case_study_title: TITLE, status: 'submitted' }, owner);
    await owner.request(DELETE, { params: { id: gone.id } });
    const idsOf = async (query: Record<string, string | boolean>) => {
      const { data, meta } = await listed(owner, query);
      expect(meta.total).toBe(data.length);
      return data.map(({ id }) => id);
    };
    expect(await idsOf({})).toEqual([open.id, draft.id]);
    expect(await idsOf({ status: 'draft' })).toEqual([draft.id]);
    expect(await idsOf({ is_public: true })).toEqual([open.id]);
    expect(await idsOf({ is_public: false, status: 'submitted' })).toEqual([]);
    expect(await idsOf({ is_public: true, status: 'submitted' })).toEqual([open.id]);
    const { links } = await listed(owner, { status: 'draft', is_public: false });
    expect(links.first).toContain('status=draft&is_public=false&page=1');
  });

  test('refuses filters that are none', async () => {
    const query = { status: 'lost', is_public: 'maybe', per_page: 101 };
    const details = expectError(await partner.request(LIST, { query }), 'VALIDATION_ERROR');
    expect(Object.keys(details).sort()).toEqual(['is_public', 'per_page', 'status']);
  });
});

describe(UPDATE, () => {
  test('changes what is given, clears what is null, and leaves the rest', async () => {
    const { id, attributes } = await createCaseStudy(partner, WHOLE_CASE_STUDY);
    const given = { outcomes: 'Even better.', tco_analysis: null, use_cases: null, short_description: 'Short.' };
    const { data } = caseStudyIn(await update(id, given));
    expect(data.attributes).toEqual({ ...attributes, ...given, use_cases: [], updated_at: expect.any(String) });
  });

  test('merges generated content key by key', async () => {
    const { id } = await createCaseStudy(partner);
    await update(id, {
      generated_content: { case_study_title: TITLE, outcomes_enhanced: '**Fast**', validation_tips: ['Ask.'] },
    });
    const { data } = caseStudyIn(
      await update(id, { generated_content: { outcomes_enhanced: null, lessons_learned_enhanced: 'Go on.' } }),
    );
    expect(data.attributes).toMatchObject({
      has_generated_content: true,
      case_study_title: TITLE,
      generated_content: { case_study_title: TITLE, lessons_learned_enhanced: 'Go on.', validation_tips: ['Ask.'] },
    });
    expect(data.attributes.generated_content).not.toHaveProperty('outcomes_enhanced');
    const cleared = caseStudyIn(await update(id, { generated_content: null })).data.attributes;
    expect(cleared).toMatchObject({ has_generated_content: false, generated_content: null, case_study_title: TITLE });
  });

  test('loses no field of changes at once', async () => {
    const { id } = await createCaseStudy(partner);
    const replies = await Promise.all([
      update(id, { outcomes: 'A' }),
      update(id, { lessons_learned: 'B' }),
      update(id, { generated_content: { outcomes_enhanced: 'C' } }),
      update(id, { generated_content: { lessons_learned_enhanced: 'D' } }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await caseStudyOf(partner, id)).data.attributes).toMatchObject({
      outcomes: 'A',
      lessons_learned: 'B',
      generated_content: { outcomes_enhanced: 'C', lessons_learned_enhanced: 'D' },
    });
  });

  test('holds days against those that are there', async () => {
    const { id } = await createCaseStudy(partner, { start_date: '2025-03-01', end_date: '2025-03-31' });
    expect(Object.keys(expectError(await update(id, { end_date: '2025-02-28' }), 'VALIDATION_ERROR'))).toEqual([
      'end_date',
    ]);
    expect((await update(id, { start_date: '2025-02-01', end_date: '2025-02-01' })).status).toBe(200);
  });

  test.each([
    ['an over-long title', { case_study_title: 'x'.repeat(81) }, 'case_study_title'],
    ['an over-long description', { short_description: 'x'.repeat(301) }, 'short_description'],
    [
      'an over-long generated title',
      { generated_content: { case_study_title: 'x'.repeat(81) } },
      'generated_content.case_study_title',
    ],
    ['null for what is required', { outcomes: null }, 'outcomes'],
    ['a status that is none', { status: 'lost' }, 'status'],
  ])('refuses %s', async (_what, body, field) => {
    const { id } = await createCaseStudy(partner);
    expect(Object.keys(expectError(await update(id, body), 'VALIDATION_ERROR'))).toEqual([field]);
  });

  test('takes a title and a description of the full length', async () => {
    const { id } = await createCaseStudy(partner);
    const body = { case_study_title: 'x'.repeat(80), short_description: 'y'.repeat(300) };
    expect(caseStudyIn(await update(id, body)).data.attributes).toMatchObject(body);
    const emoji = { case_study_title: '🚀'.repeat(80), short_description: '🚀'.repeat(300) };
    expect(caseStudyIn(await update(id, emoji)).data.attributes).toMatchObject(emoji);
    const { data } = read(await partner.request(EXPORT, { params: { id } }), caseStudyExport.schema);
    expect(data.metadata).toMatchObject({ title_char_count: 80, description_char_count: 300 });
  });

  test('takes null for a flag as what it is without being given', async () => {
    const { id } = await createCaseStudy(partner, { is_public: true });
    expect(caseStudyIn(await update(id, { is_public: null })).data.attributes.is_public).toBe(false);
  });
});

describe('the status', () => {
  const exported = async (id: number) =>
    read(await partner.request(EXPORT, { params: { id } }), caseStudyExport.schema).data;

  test('becomes submitted with a title only, and draft again', async () => {
    const { id } = await createCaseStudy(partner);
    expect(Object.keys(expectError(await update(id, { status: 'submitted' }), 'PRECONDITION_FAILED'))).toEqual([
      'case_study_title',
    ]);
    const body = { status: 'submitted', generated_content: { case_study_title: TITLE } };
    expect(caseStudyIn(await update(id, body)).data.attributes.status).toBe('submitted');
    const { submitted_at } = (await exported(id)).metadata;
    expect(submitted_at).toMatch(DATETIME);
    await update(id, { status: 'submitted', outcomes: 'More.' });
    expect((await exported(id)).metadata.submitted_at).toBe(submitted_at);
    for (const body of [{ case_study_title: null }, { generated_content: { case_study_title: null } }]) {
      expectError(await update(id, body), 'PRECONDITION_FAILED');
    }
    expect(caseStudyIn(await update(id, { status: 'draft' })).data.attributes.status).toBe('draft');
    expect((await exported(id)).metadata.submitted_at).toBeNull();
  });

  test('is never validated by the partner', async () => {
    for (const id of [(await createCaseStudy(partner)).id, await submitted()]) {
      expectError(await update(id, { status: 'validated' }), 'FORBIDDEN');
    }
  });

  test('is validated by an administrator, which freezes the record', async () => {
    const id = await submitted();
    const first = await validate(id);
    expect(caseStudyIn(first).data.attributes.status).toBe('validated');
    expect((await validate(id)).body).toEqual(first.body);
    expectError(await update(id, { outcomes: 'More.' }), 'CONFLICT');
    expectError(await update(id, { status: 'draft' }), 'CONFLICT');
    expectError(await partner.request(DELETE, { params: { id } }), 'CONFLICT');
    expect((await exported(id)).metadata).toMatchObject({ status: 'validated', submitted_at: expect.any(String) });
  });

  test('comes back from an administrator with the reason, and its history says so', async () => {
    const id = await submitted();
    const params = { partner_id: partner.id, case_study_id: id };
    const returnIt = (body: object) => requestAsAdmin(RETURN, { params, body });
    expect(Object.keys(expectError(await returnIt({}), 'VALIDATION_ERROR'))).toEqual(['reason']);
    const reason = 'Name the customer.\nAnd the figures.';
    expect(caseStudyIn(await returnIt({ reason })).data.attributes).toMatchObject({
      status: 'draft',
      returned_for: reason,
    });
    expectError(await returnIt({ reason }), 'CONFLICT');
    const history = await partner.request(SUBMISSIONS, { params: { id } });
    const { data, meta } = read(history, page(caseStudySubmissionResource).schema);
    expect(data.map(({ attributes }) => attributes)).toEqual([
      {
        status: 'returned',
        reason,
        submitted_at: expect.stringMatching(DATETIME),
        ended_at: expect.stringMatching(DATETIME),
      },
    ]);
    expect(meta.total).toBe(1);
    expectError(await other.request(SUBMISSIONS, { params: { id } }), 'CASE_STUDY_NOT_FOUND');
  });

  test('of a draft, of another partner’s and of no record is not validated', async () => {
    const { id } = await createCaseStudy(partner);
    expectError(await validate(id), 'CONFLICT');
    expectError(await validate(await submitted(), other), 'CASE_STUDY_NOT_FOUND');
    expectError(await validate(Number.MAX_SAFE_INTEGER), 'CASE_STUDY_NOT_FOUND');
  });
});

describe(DELETE, () => {
  test('removes a draft and a submitted one', async () => {
    for (const id of [(await createCaseStudy(partner)).id, await submitted()]) {
      expect((await partner.request(DELETE, { params: { id } })).status).toBe(204);
      expectError(await partner.request(SHOW, { params: { id } }), 'CASE_STUDY_NOT_FOUND');
      expectError(await partner.request(DELETE, { params: { id } }), 'CASE_STUDY_NOT_FOUND');
    }
  });
});

describe(EXPORT, () => {
  test('has what was generated where there is some, else what was told', async () => {
    const { id } = await createCaseStudy(partner, WHOLE_CASE_STUDY);
    const generated_content = {
      case_study_title: TITLE,
      outcomes_enhanced: 'Reports take **40 minutes**.',
      validation_tips: ['Ask for a quotation.'],
    };
    await update(id, { generated_content });
    const reply = await partner.request(EXPORT, { params: { id } });
    const { company_name, country, start_date, end_date, ...rest } = WHOLE_CASE_STUDY;
    const self = `/api/v1/partners/case-studies/${id}`;
    expect(reply.body).toEqual({
      data: {
        type: 'case_study_export',
        id,
        schema_version: '1.0',
        export_format: 'cloud_partner_central',
        exported_at: expect.stringMatching(DATETIME),
        partner_central_fields: {
          ...rest,
          case_study_title: TITLE,
          short_description: null,
          customer_company_name: company_name,
          country,
          start_date,
          end_date,
          outcomes: generated_content.outcomes_enhanced,
        },
        supplementary: {
          architecture_diagram_suggestions: [],
          cloud_services_recommendations: [],
          validation_tips: ['Ask for a quotation.'],
        },
        original_inputs: { company_name, country, start_date, end_date },
        metadata: {
          status: 'draft',
          created_at: expect.stringMatching(DATETIME),
          updated_at: expect.stringMatching(DATETIME),
          submitted_at: null,
          title_char_count: TITLE.length,
          description_char_count: 0,
        },
      },
      links: { self: `${self}/export`, case_study: self, schema: '/api/v1/partners/case-studies/schema' },
    });
  });
});

describe(FILE, () => {
  const download = async (id: number, format: string, key = partner.key.text) => {
    const response = await open('GET', `/api/v1/partners/case-studies/${id}/file?format=${format}`, { key });
    return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  test('has the fields of the portal as a text, in which values of one line are no Markdown', async () => {
    const { id } = await createCaseStudy(partner, { ...WHOLE_CASE_STUDY, company_name: 'A *bold* <b>firm</b>' });
    const { headers, text } = await partner.request(FILE, { params: { id } });
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="case-study-${id}.md"`);
    expect(text).toContain('- **Customer:** A \\*bold\\* \\<b\\>firm\\</b\\>\n');
    expect(text).toContain(`## Problem\n\n${WHOLE_CASE_STUDY.problem_statement}\n\n## Solution\n`);
  });

  test('is a PDF or a Word document that others read', async () => {
    const { id } = await createCaseStudy(partner, { ...WHOLE_CASE_STUDY, company_name: 'A *bold* firm' });
    const pdf = await readPdf((await download(id, 'pdf')).bytes);
    expect(pdf.pages.join('\n')).toContain('Customer: A *bold* firm');
    expect(pdf.pages.join('\n').replace(/\s+/g, ' ')).toContain(WHOLE_CASE_STUDY.problem_statement);
    const { value } = await mammoth.convertToHtml({ buffer: (await download(id, 'docx')).bytes });
    expect(value).toContain('<strong>Customer:</strong> A *bold* firm');
    expect(value).toContain('<h2>Outcomes</h2>');
  });

  test('has no other form', async () => {
    const { id } = await createCaseStudy(partner);
    const reply = await partner.request(FILE, { params: { id }, query: { format: 'exe' } });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual(['format']);
  });
});

describe('the words', () => {
  test('are complete, and the same in filters and schema', async () => {
    const words = read(await partner.request(FILTERS), caseStudyWords.schema);
    expect(words.countries).toHaveLength(249);
    expect(words.countries).toEqual(expect.arrayContaining(['United States', 'United Kingdom', 'Germany']));
    expect(words.industry_verticals).toEqual(
      expect.arrayContaining(['Digital Marketing', 'Education', 'Enterprise IT', 'Financial Services']),
    );
    expect(words.use_cases).toEqual(
      expect.arrayContaining(['Analytics', 'Artificial Intelligence', 'Big Data', 'Migration', 'Modernization']),
    );
    expect(words.statuses).toEqual(['draft', 'submitted', 'validated']);
    const { body } = await partner.request(SCHEMA);
    expect(body).toMatchObject({
      data: {
        type: 'json_schema',
        id: 'case_study',
        schema_version: '1.0',
        attributes: {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
          required: Object.keys(CASE_STUDY),
        },
      },
      meta: words,
      links: { case_studies: '/api/v1/partners/case-studies', generate: '/api/v1/partners/case-studies/generate' },
    });
  });
});

test.each([SHOW, UPDATE, DELETE, SUGGEST, EXPORT, FILE])('%s finds no case study of another partner', async (name) => {
  const { id } = await createCaseStudy(partner);
  expectError(
    await other.request(name, { params: { id }, ...(name.startsWith('GET') ? {} : { body: { field: 'outcomes' } }) }),
    'CASE_STUDY_NOT_FOUND',
  );
  expectError(await partner.request(name, { params: { id: 'none' } }), 'CASE_STUDY_NOT_FOUND');
});
