import { z } from 'zod';
import { charCount, portalFields, SCHEMA_VERSION } from '../../domain/case-studies/rules.ts';
import { CASE_STUDY_STATUSES, type CaseStudy } from '../../domain/case-studies/table.ts';
import { countSchema, datetime, datetimeSchema, idSchema, presenter } from '../resource.ts';
import { COLLECTION, pathOf } from './resource.ts';

const text = z.string();
const texts = z.array(text);
const day = z.iso.date();

/** A case study in the layout of the submission form of the partner programme's portal. */
export const caseStudyExport = presenter(
  z.object({
    data: z.object({
      type: z.literal('case_study_export'),
      id: idSchema,
      schema_version: z.literal(SCHEMA_VERSION),
      export_format: z.literal('cloud_partner_central'),
      exported_at: datetimeSchema,
      partner_central_fields: z.object({
        case_study_title: text.nullable(),
        short_description: text.nullable(),
        customer_company_name: text,
        country: text,
        industry_verticals: texts,
        use_cases: texts,
        start_date: day,
        end_date: day,
        is_public: z.boolean(),
        problem_statement: text,
        proposed_solution: text,
        outcomes: text,
        tco_analysis: text.nullable(),
        lessons_learned: text.nullable(),
        cloud_services_used: text.nullable(),
        isv_tools: text.nullable(),
      }),
      supplementary: z.object({
        architecture_diagram_suggestions: texts,
        cloud_services_recommendations: texts,
        validation_tips: texts,
      }),
      original_inputs: z.object({ company_name: text, country: text, start_date: day, end_date: day }),
      metadata: z.object({
        status: z.enum(CASE_STUDY_STATUSES),
        sandbox: z.literal(true).optional().describe('Made with a sandbox key.'),
        created_at: datetimeSchema,
        updated_at: datetimeSchema,
        submitted_at: datetimeSchema.nullable(),
        title_char_count: countSchema,
        description_char_count: countSchema,
      }),
    }),
    links: z.object({ self: text, case_study: text, schema: text }),
  }),
  (caseStudy: CaseStudy, { now }) => {
    const { id, company_name, country, start_date, end_date, status } = caseStudy;
    const fields = portalFields(caseStudy);
    const advice = caseStudy.generated_content ?? {};
    return {
      data: {
        type: 'case_study_export' as const,
        id,
        schema_version: SCHEMA_VERSION,
        export_format: 'cloud_partner_central' as const,
        exported_at: datetime(now),
        partner_central_fields: fields,
        supplementary: {
          architecture_diagram_suggestions: advice.architecture_diagram_suggestions ?? [],
          cloud_services_recommendations: advice.cloud_services_recommendations ?? [],
          validation_tips: advice.validation_tips ?? [],
        },
        original_inputs: { company_name, country, start_date, end_date },
        metadata: {
          status,
          ...(caseStudy.sandbox && { sandbox: true as const }),
          created_at: datetime(caseStudy.created_at),
          updated_at: datetime(caseStudy.updated_at),
          submitted_at: datetime(caseStudy.submitted_at),
          title_char_count: charCount(fields.case_study_title),
          description_char_count: charCount(fields.short_description),
        },
      },
      links: { self: `${pathOf(id)}/export`, case_study: pathOf(id), schema: `${COLLECTION}/schema` },
    };
  },
);
