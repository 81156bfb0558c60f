import {
  bigint,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  table,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';
import type { Definition } from './definition.ts';
import { TEMPLATE_CATEGORY_NAMES } from './types.ts';

/** A partner's own template; its newest version has the definition that is executed. */
export const workflowTemplateTable = table(
  'workflow_template',
  {
    id: identity(),
    partner_id: bigint(),
    slug: varchar(64),
    name: varchar(120),
    description: varchar(1000),
    category: oneOf(TEMPLATE_CATEGORY_NAMES, 20),
    /** Number of its newest version. */
    version: integer(),
    /** Size of name, description and newest definition as JSON. */
    bytes: integer(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'Partners delete their own.' },
  { personal: ['text'] },
);
export type WorkflowTemplateRow = Row<typeof workflowTemplateTable>;

/** A definition of a template from when it was saved on; rows never change. */
export const workflowTemplateVersionTable = table(
  'workflow_template_version',
  {
    template_id: bigint().key(),
    version: integer().key(),
    definition: json<Definition>(),
    actor: varchar(120),
    created_at: timestamp(),
  },
  { with: 'workflow_template' },
  { personal: ['text', 'activity'], of: [{ to: 'workflow_template', by: 'template_id' }] },
);

/** A version in the list of versions. */
export type ListedVersion = Omit<Row<typeof workflowTemplateVersionTable>, 'definition'>;

/** A template with a definition of it. */
export type DefinedTemplate = WorkflowTemplateRow & { definition: Definition };
