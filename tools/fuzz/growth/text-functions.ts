import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** What reads texts of strangers; programs and what reads the operator's settings are left out. */
const FILES = '{domain,api,infra,activities,worker}/**/*.ts';
const LEFT_OUT = /\.test\.ts$|(^|\/)main\.ts$|^infra\/(local|config|database)\//;

/** Type of a parameter. */
type ParameterType = 'string' | 'number' | 'boolean' | 'string[]';

/** An exported function whose first parameter is a text or a list of them, and whose others can be made up. */
export interface TextFunction {
  file: string;
  name: string;
  /** Without those that may be left out. */
  parameters: ParameterType[];
}

/** All such functions of the product. */
export function productTextFunctions(root: string): TextFunction[] {
  const files = globSync(FILES, { cwd: root }).filter((file) => !LEFT_OUT.test(file));
  return files.sort().flatMap((file) => textFunctionsIn(file, readFileSync(`${root}/${file}`, 'utf8')));
}

/** Those of one file. */
export function textFunctionsIn(file: string, code: string): TextFunction[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap(exportedFunctions).flatMap(([name, { parameters: all }]) => {
    const needed = all.filter((each) => !each.questionToken && !each.initializer && !each.dotDotDotToken);
    const parameters = needed.map(typeOf);
    const isOfText = parameters[0] === 'string' || parameters[0] === 'string[]';
    return isOfText && parameters.every((type) => type !== undefined) ? [{ file, name, parameters }] : [];
  });
}

function exportedFunctions(statement: ts.Statement): [string, ts.SignatureDeclaration][] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  if (ts.isFunctionDeclaration(statement)) return statement.name ? [[statement.name.text, statement]] : [];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    initializer && ts.isArrowFunction(initializer) ? [[name.getText(), initializer] as const] : [],
  );
}

function typeOf({ type }: ts.ParameterDeclaration): ParameterType | undefined {
  const text = type?.getText().replace(/^readonly | \| (null|undefined)\b/g, '');
  return text === 'string' || text === 'number' || text === 'boolean' || text === 'string[]' ? text : undefined;
}
