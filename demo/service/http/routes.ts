import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Call, Handlers } from './handlers';
import { type Operation, loadOperations } from './openapi';
import { Problem } from './problem';

/**
 * Serves every operation of the interface; `callOf` gives what a handler needs, or throws a `Problem`.
 *
 * @returns the operations by the urls of their routes
 */
export function interfaceRoutes(
  app: FastifyInstance,
  handlers: Handlers,
  callOf: (request: FastifyRequest) => Omit<Call, 'world'>,
  worldOf: (request: FastifyRequest) => Call['world']
): ReadonlyMap<string, Operation> {
  const served = new Map<string, Operation>();
  for (const operation of loadOperations()) {
    const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
    // The router's parameters are numbered: it reads a hyphen in a name as a border.
    const url = names.reduce((path, name, i) => path.replace(`{${name}}`, `:p${i}`), operation.path);
    // The compiler has checked that each operation has its own handler; here any of them is called.
    const handler = handlers[operation.id] as unknown as (parameters: object, call: Call) => object;
    app.get<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>(url, (request) => {
      const world = worldOf(request);
      const path = Object.fromEntries(names.map((name, i) => [name, request.params[`p${i}`]]));
      const parameters = { ...checked(operation, 'Path', path), ...checked(operation, 'Query', { ...request.query }) };
      return handler(parameters, { world, ...callOf(request) });
    });
    served.set(url, operation);
  }
  return served;
}

function checked(operation: Operation, where: 'Path' | 'Query', values: Record<string, unknown>) {
  const check: ValidateFunction = operation[`check${where}`];
  if (!check(values)) {
    throw new Problem(400, sentence(where, check.errors?.[0]));
  }
  return values;
}

function sentence(where: 'Path' | 'Query', error: ErrorObject | undefined): string {
  const kind = where === 'Path' ? 'path' : 'query';
  if (error?.keyword === 'required') {
    return `the ${kind} parameter ${error.params.missingProperty} is missing`;
  }
  if (error?.keyword === 'additionalProperties') {
    return `the ${kind} parameter ${error.params.additionalProperty} is unknown`;
  }
  const allowed = error?.keyword === 'enum' ? `: ${String(error.params.allowedValues)}` : '';
  return `the ${kind} parameter ${error?.instancePath.slice(1) ?? ''} is wrong: it ${error?.message ?? 'is invalid'}${allowed}`;
}
