import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Call, Handlers } from './handlers';
import { enlarged, reduced } from '../quirks/big-ids';
import { quirkyBody } from '../quirks/bodies';
import { type Operation, int64, loadOperations } from './openapi';
import { Problem } from '../problem';

/**
 * Serves every operation of the interface. `callOf` returns what a handler needs, or throws a `Problem`.
 *
 * @returns the operations by the URLs of their routes
 */
export function interfaceRoutes(
  app: FastifyInstance,
  handlers: Handlers,
  callOf: (request: FastifyRequest) => Call
): ReadonlyMap<string, Operation> {
  const served = new Map<string, Operation>();
  for (const operation of loadOperations()) {
    const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
    // Parameters are numbered, because the router treats a hyphen in a name as its end.
    const url = names.reduce((path, name, i) => path.replace(`{${name}}`, `:p${i}`), operation.path);
    // The types ensure that each operation has its handler. Here, any of them is called.
    const handler = handlers[operation.id] as unknown as (parameters: object, call: Call) => object;
    app.get<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>(url, (request, reply) => {
      const call = callOf(request);
      const { bigIds = false, 'v1-only': isV1Only = false } = call.quirks.general;
      if (isV1Only && url.startsWith('/v2/')) {
        throw new Problem(404, `there is no route ${url}`);
      }
      const path = Object.fromEntries(names.map((name, i) => [name, request.params[`p${i}`]]));
      const sent = bigIds ? smallIds : same;
      const parameters = {
        ...checked(operation, 'Path', sent(path)),
        ...checked(operation, 'Query', sent({ ...request.query })),
      };
      const { quirks, world } = call;
      const answer = { tags: operation.tags, parameters, body: handler(parameters, call), world };
      const body = quirkyBody(answer, quirks);
      return bigIds ? reply.type(json).send(enlarged(JSON.stringify(body))) : body;
    });
    served.set(url, operation);
  }
  return served;
}

/** Parameters that contain a node's ID. */
const nodeIds = new Set(['node-id', 'nodeId']);
const json = 'application/json; charset=utf-8';

function same<T>(values: T): T {
  return values;
}

/** Parameters with the node IDs of the world. */
function smallIds(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      nodeIds.has(name) && typeof value === 'string' ? reduced(value) : value,
    ])
  );
}

function checked(operation: Operation, where: 'Path' | 'Query', values: Record<string, unknown>) {
  const check: ValidateFunction = operation[`check${where}`];
  const large = Object.keys(values).find((name) => nodeIds.has(name) && !int64(String(values[name])));
  if (large !== undefined) {
    throw new Problem(400, `the ${where.toLowerCase()} parameter ${large} is wrong: it has more than 64 bits`);
  }
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
