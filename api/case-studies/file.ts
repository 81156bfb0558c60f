import type { CaseStudyFile } from '../../domain/case-studies/operations/reads.ts';
import { portalFields } from '../../domain/case-studies/rules.ts';
import type { CaseStudy } from '../../domain/case-studies/table.ts';
import type { PresentContext } from '../resource.ts';
import { textFile, textFileHeaders } from '../text-files/convert.ts';

/** Type and name of a case study's file. */
export function fileHeaders({ caseStudy: { id }, format }: CaseStudyFile): Record<string, string> {
  return textFileHeaders(`case-study-${id}`, format);
}

/** A case study as a file. Throws as `textFile` does. */
export async function* fileChunks(
  { caseStudy, format }: CaseStudyFile,
  { call: { signal } }: PresentContext,
): AsyncGenerator<string | Uint8Array> {
  const title = caseStudy.case_study_title ?? caseStudy.company_name;
  const text = { format, title, body: markdownOf(caseStudy, title) };
  yield await textFile(text, { partnerId: caseStudy.partner_id, signal });
}

/** The fields of the portal's form as a text in Markdown, which the long ones may have themselves. */
function markdownOf(caseStudy: CaseStudy, title: string): string {
  const fields = portalFields(caseStudy);
  const facts = [
    ['Customer', fields.customer_company_name],
    ['Country', fields.country],
    ['Industries', fields.industry_verticals.join(', ')],
    ['Use cases', fields.use_cases.join(', ')],
    ['Period', `${fields.start_date} to ${fields.end_date}`],
  ];
  const sections = [
    ['Problem', fields.problem_statement],
    ['Solution', fields.proposed_solution],
    ['Outcomes', fields.outcomes],
    ['Total cost of ownership', fields.tco_analysis],
    ['Lessons learned', fields.lessons_learned],
    ['Cloud services', fields.cloud_services_used],
    ['Further tools', fields.isv_tools],
  ];
  return [
    `# ${asText(title)}`,
    ...(fields.short_description ? [asText(fields.short_description)] : []),
    facts.map(([name, value]) => `- **${name}:** ${asText(value ?? '')}`).join('\n'),
    ...sections.flatMap(([name, value]) => (value ? [`## ${name}`, value] : [])),
    '',
  ].join('\n\n');
}

/** A value of one line, whose characters are no Markdown. */
function asText(value: string): string {
  return value.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~&!]/g, '\\$&');
}
