import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import type { operations } from '../schema';

export type OperationId = keyof operations;

/** One operation of the interface, with the checks for its requests. */
export interface Operation {
  readonly id: OperationId;
  readonly tags: readonly string[];
  /** As in the interface, for example /v1/alerts/{alertId}. */
  readonly path: string;
  /** Both check the values, and convert text into numbers, booleans, and defaults in place. */
  readonly checkPath: ValidateFunction;
  readonly checkQuery: ValidateFunction;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required?: boolean;
  schema: object;
}

interface Described {
  operationId: OperationId;
  tags: string[];
  parameters: Array<Parameter | { $ref: string }>;
  'x-open-query'?: boolean;
}

interface Document {
  paths: Record<string, { get: Described }>;
  components: { parameters: Record<string, Parameter> };
}

const file = join(__dirname, '../../../src/service/openapi.yaml');
const root = 'openapi.yaml';

let document: Document | undefined;

/** Whether an integer as text fits into 64 bits. The schema checks other texts. */
export function int64(text: string): boolean {
  return !/^[-+]?\d+$/.test(text) || BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

function load(): Document {
  return (document ??= parse(readFileSync(file, 'utf8')) as Document);
}

/** The IDs of all operations, and their tags. */
export function operationNames(): string[] {
  const all = Object.values(load().paths).map(({ get }) => get);
  return [...new Set([...all.map(({ operationId }) => operationId), ...all.flatMap(({ tags }) => tags)])];
}

function compiler(document: Document, coerce: boolean): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: false, coerceTypes: coerce, useDefaults: coerce });
  addFormats(ajv);
  // A number may have lost digits by now, so `int64` checks the text.
  ajv.addFormat('int64', { type: 'number', validate: Number.isInteger });
  return ajv.addSchema(document, root);
}

/** Every operation of openapi.yaml. */
export function loadOperations(): Operation[] {
  const document = load();
  const ajv = compiler(document, true);
  return Object.entries(document.paths).map(([path, { get }]) => {
    const parameters = get.parameters.map((parameter) =>
      '$ref' in parameter ? document.components.parameters[parameter.$ref.split('/').at(-1) ?? ''] : parameter
    );
    const check = (where: Parameter['in'], open: boolean) => {
      const these = parameters.filter((parameter) => parameter.in === where);
      return ajv.compile({
        type: 'object',
        properties: Object.fromEntries(these.map(({ name, schema }) => [name, absolute(schema)])),
        required: these.filter(({ required }) => required).map(({ name }) => name),
        additionalProperties: open,
      });
    };
    return {
      id: get.operationId,
      tags: get.tags,
      path,
      checkPath: check('path', false),
      // If the interface doesn't name the parameters, any are accepted. Otherwise, unknown ones are refused.
      checkQuery: check('query', get['x-open-query'] === true),
    };
  });
}

/** Checks for the 200 body of operations. For tests. */
export function responseChecks(): (operation: OperationId) => ValidateFunction {
  const document = load();
  const ajv = compiler(document, false);
  return (operation) => {
    const path = Object.keys(document.paths).find((key) => document.paths[key].get.operationId === operation) ?? '';
    const place = ['paths', path, 'get', 'responses', '200'].map(pointer).join('/');
    const response = at(document, ['paths', path, 'get', 'responses', '200']);
    const ref = '$ref' in response ? String(response.$ref).slice(1) : `/${place}`;
    return ajv.compile({ $ref: `${root}#${ref}/content/application~1json/schema` });
  };
}

function at(value: unknown, keys: string[]): object {
  return keys.reduce((inner, key) => (inner as Record<string, unknown>)[key], value) as object;
}

function pointer(key: string): string {
  return encodeURIComponent(key.replace(/~/g, '~0').replace(/\//g, '~1'));
}

/** References in a parameter's schema refer to the whole document. */
function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${root}#/`)) as object;
}
