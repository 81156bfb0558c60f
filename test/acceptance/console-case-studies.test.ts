import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { caseStudyOf, createCaseStudy } from '../environment/case-studies.ts';
import { CASE_STUDY } from '../environment/case-study-body.ts';
import {
  addressOf,
  contentOf,
  expectAccessible,
  expectToFit,
  expectValue,
  openConsole,
  settled,
  Visitor,
} from '../environment/console.ts';
import { createUser } from '../environment/oauth.ts';
import { requestAsAdmin } from '../environment/partners.ts';
import { waitUntil } from '../environment/wait-until.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Fills in the required fields. */
async function fillForm(page: Page): Promise<void> {
  await field(page, 'Customer').fill(CASE_STUDY.company_name);
  await page.getByRole('combobox', { name: 'Country' }).selectOption(CASE_STUDY.country);
  await page.getByLabel('Project began').fill(CASE_STUDY.start_date);
  await page.getByLabel('Project ended').fill(CASE_STUDY.end_date);
  await field(page, 'Problem').fill(CASE_STUDY.problem_statement);
  await field(page, 'Solution').fill(CASE_STUDY.proposed_solution);
  await field(page, 'Outcomes').fill(CASE_STUDY.outcomes);
}

test('a case study is entered, written, improved by a suggestion, submitted and exported', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/case-studies', person);
  await settled(page);
  await page.getByText('No case studies', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'New case study' }).click();
  await page.waitForURL(addressOf('/case-studies/new'));
  await settled(page);
  await fillForm(page);
  await page.getByText(`${CASE_STUDY.outcomes.length} of 20,000 characters`).waitFor();
  await page.getByRole('button', { name: /^Generate for about \d+ credits$/ }).click();
  await page.waitForURL(/\/case-studies\/\d+$/);
  await page.getByRole('region', { name: 'Before you submit' }).waitFor();
  const id = Number(page.url().split('/').at(-1));
  await page.getByRole('button', { name: 'Suggest a text: Outcomes' }).click();
  await page.getByRole('button', { name: /^Ask for about \d+ credits$/ }).click();
  const comparison = page.getByRole('region', { name: 'Suggested: Outcomes' });
  await comparison.getByText(CASE_STUDY.outcomes, { exact: true }).waitFor();
  await comparison.getByRole('button', { name: 'Accept' }).click();
  const accepted = await waitUntil(
    'the accepted text',
    () => field(page, 'Outcomes').inputValue(),
    (value) => value !== CASE_STUDY.outcomes,
  );
  await page.getByRole('button', { name: 'Compare with the AI’s text: Problem' }).click();
  await page.getByRole('region', { name: 'Suggested: Problem' }).getByRole('button', { name: 'Discard' }).click();
  await page.getByText('You have unsaved changes.').waitFor();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByRole('dialog').getByText('Undecided suggestions').waitFor();
  await page.getByRole('button', { name: 'Submit the suggested texts' }).click();
  await page.getByText('Case study submitted.').waitFor();
  expect((await caseStudyOf(partner, id)).data.attributes).toMatchObject({ status: 'submitted', outcomes: accepted });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'JSON' }).click();
  const file = JSON.parse((await contentOf(await downloading)).toString());
  expect(file).toMatchObject({
    id,
    type: 'case_study_export',
    partner_central_fields: { outcomes: accepted, problem_statement: CASE_STUDY.problem_statement },
  });
  const savingPdf = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'PDF' }).click();
  expect((await savingPdf).suggestedFilename()).toBe(`case-study-${id}.pdf`);
  // What was undecided is the text of the AI, in the field as in the export.
  const exported = file.partner_central_fields.proposed_solution;
  expect(exported).not.toBe(CASE_STUDY.proposed_solution);
  expect((await caseStudyOf(partner, id)).data.attributes.proposed_solution).toBe(exported);
  await expectValue(field(page, 'Solution'), exported);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('The case study is a draft again.').waitFor();
  await visitor.leave();
});

test('what is missing, or too long, is said at the field', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/422/);
  const page = await visitor.open('/case-studies/new', person);
  await settled(page);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('alert').getByText('Some fields need attention').waitFor();
  expect(await page.getByText('problem_statement').count()).toBe(0);
  await page.locator('[aria-invalid="true"]:focus').waitFor();
  expect(await field(page, 'Problem').getAttribute('aria-invalid')).toBe('true');
  await fillForm(page);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.waitForURL(/\/case-studies\/\d+$/);
  await page.getByText(/^A title is required for submission/).waitFor();
  await field(page, 'Title').fill('x'.repeat(83));
  await page.getByText('83 of 80 characters').waitFor();
  await page.getByText('3 characters too long').waitFor();
  await field(page, 'Title').fill('Reports before breakfast');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Case study saved.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Reports before breakfast' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText('Case study deleted.').waitFor();
  await page.waitForURL(addressOf('/case-studies'));
  await visitor.leave();
});

test('what came back says why, until it is submitted again', async () => {
  const { id } = await createCaseStudy(partner);
  await partner.request('PATCH /partners/case-studies/{id}', {
    params: { id },
    body: { status: 'submitted', case_study_title: 'Reports before breakfast' },
  });
  await requestAsAdmin('POST /3pi-partners/{partner_id}/case-studies/{case_study_id}/return', {
    params: { partner_id: partner.id, case_study_id: id },
    body: { reason: 'Name the customer.' },
  });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/case-studies/${id}`, person);
  await page.getByRole('alert').getByText('Name the customer.').waitFor();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByText('Case study submitted.').waitFor();
  await page.getByText('Name the customer.').waitFor({ state: 'detached' });
  await visitor.leave();
});

test('whoever may only look can change nothing', async () => {
  const { id } = await createCaseStudy(partner);
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/case-studies/${id}`, await createUser(partner.id, 'viewer'));
  await settled(page);
  await page.getByText('Your role may look at case studies').waitFor();
  expect(await page.getByRole('button', { name: /Save|Submit|Suggest|Delete/ }).count()).toBe(0);
  expect(await field(page, 'Outcomes').isEditable()).toBe(false);
  await visitor.leave();
});

test.each(['/case-studies', '/case-studies/new', ''])('%s keeps to WCAG 2.2 AA, and fits 360 px', async (place) => {
  const { id } = await createCaseStudy(partner);
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(place || `/case-studies/${id}`, person);
  await settled(page);
  if (place === '') await page.getByRole('button', { name: 'Suggest a text: Outcomes' }).click();
  await expectAccessible(page);
  await expectToFit(page);
  await expectAccessible(page);
  await visitor.leave();
});
