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
      exported_at: datetimeSchema.describe('Time of this export.'),
      partner_central_fields: z
        .object({
          case_study_title: text.nullable().describe('At most 80 characters; null if the case study has no title yet.'),
          short_description: text.nullable().describe('At most 300 characters; null if the case study has none yet.'),
          customer_company_name: text.describe('`company_name` of the case study.'),
          country: text.describe('Country of the customer: an English short name of ISO 3166-1.'),
          industry_verticals: texts.describe('Industries of the customer; may be empty.'),
          use_cases: texts.describe('What the cloud was used for; may be empty.'),
          start_date: day.describe('First day of the project.'),
          end_date: day.describe('Last day of the project.'),
          is_public: z.boolean().describe('Whether it may be shown publicly.'),
          problem_statement: text.describe("The generated text, or else the partner's."),
          proposed_solution: text.describe("The generated text, or else the partner's."),
          outcomes: text.describe("The generated text, or else the partner's."),
          tco_analysis: text
            .nullable()
            .describe("The generated text, or else the partner's; null if there is neither."),
          lessons_learned: text
            .nullable()
            .describe("The generated text, or else the partner's; null if there is neither."),
          cloud_services_used: text
            .nullable()
            .describe('Cloud services used by the solution; null if the partner named none.'),
          isv_tools: text
            .nullable()
            .describe('Tools of independent software vendors used by the solution; null if the partner named none.'),
        })
        .describe(
          'The fields of the submission form under its names; the five long texts may contain Markdown emphasis.',
        ),
      supplementary: z
        .object({
          architecture_diagram_suggestions: texts.describe(
            'Contents of an architecture diagram; empty unless generated.',
          ),
          cloud_services_recommendations: texts.describe('Cloud services, each with a reason; empty unless generated.'),
          validation_tips: texts.describe('What to check or add before it is submitted; empty unless generated.'),
        })
        .describe('Advice for the partner that has no field in the form.'),
      original_inputs: z
        .object({
          company_name: text.describe('Name of the customer.'),
          country: text.describe('Country of the customer: an English short name of ISO 3166-1.'),
          start_date: day.describe('First day of the project.'),
          end_date: day.describe('Last day of the project.'),
        })
        .describe("The partner's input, under the field names of a case study."),
      metadata: z
        .object({
          status: z
            .enum(CASE_STUDY_STATUSES)
            .describe('`draft`: not submitted; `submitted`: waiting for an administrator; `validated`: final.'),
          sandbox: z.literal(true).optional().describe('Created with a sandbox key.'),
          created_at: datetimeSchema,
          updated_at: datetimeSchema,
          submitted_at: datetimeSchema.nullable().describe('When it was last submitted; null while it is a draft.'),
          title_char_count: countSchema.describe(
            'Length of `case_study_title` in characters, an emoji being one; 0 if it is null.',
          ),
          description_char_count: countSchema.describe(
            'Length of `short_description` in characters, an emoji being one; 0 if it is null.',
          ),
        })
        .describe('Status of the case study when exported.'),
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
