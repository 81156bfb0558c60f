import { collectInSlices, runInSlices } from '../../domain/kernel/slices.ts';
import { createJsonSlices, toJsonText } from '../json-slices.ts';
import { type DocumentOptions, documentSteps } from './document.ts';
import { type Json, yamlParts } from './yaml.ts';

/** Whose turns these are: the service's own. */
const TURN_KEY = 'service';

/** The API document as JSON, made slice by slice while the process serves others. */
export async function documentAsJson(options: DocumentOptions): Promise<string> {
  return toJsonText(await runInSlices(documentSteps(options)), createJsonSlices(TURN_KEY));
}

/** The same as YAML. */
export async function documentAsYaml(options: DocumentOptions): Promise<string> {
  const document = await runInSlices(documentSteps(options));
  const parts = await collectInSlices(yamlParts(document as unknown as Json));
  return parts.join('');
}
