import Ajv from 'ajv';
import { operationNames } from '../http/openapi';
import { Problem } from '../problem';
import type { Fault } from './fault';
import { allWords, isBodyWord } from './words';

const count = { type: 'integer', minimum: 0 } as const;
const delay = { type: 'number', minimum: 0 } as const;

/** A fault as JSON schema. `fault.ts` explains the fields. */
const faultSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    match: { type: 'string' },
    operation: { type: ['string', 'array'], items: { type: 'string' } },
    token: { type: 'string' },
    rate: { type: 'number', minimum: 0, maximum: 1 },
    after: count,
    times: count,
    latency: { anyOf: [delay, { type: 'array', items: delay, minItems: 2, maxItems: 2 }] },
    fail: { anyOf: [{ type: 'integer', minimum: 400, maximum: 599 }, { enum: allWords }] },
    status: { type: 'integer', minimum: 200, maximum: 599 },
    body: {},
    retryAfter: { type: ['integer', 'string'], minimum: 0 },
  },
} as const;

const check = new Ajv({ allowUnionTypes: true }).compile(faultSchema);
const selecting = ['match', 'operation', 'token', 'rate', 'after', 'times', 'latency'] as const;

/** @throws Problem 400 with a sentence about the wrong field and its valid values */
export function checkFault(given: unknown): Fault {
  if (!check(given)) {
    throw new Problem(400, `not a fault: ${sentence()}`);
  }
  const fault = given as Fault;
  const reason = wrongPattern(fault) ?? wrongOperation(fault) ?? wrongTogether(fault);
  if (reason !== undefined) {
    throw new Problem(400, `not a fault: ${reason}`);
  }
  return fault;
}

function sentence(): string {
  const [first] = check.errors ?? [];
  const field = first?.instancePath.split('/')[1];
  if (first?.keyword === 'additionalProperties') {
    const names = Object.keys(faultSchema.properties).join(', ');
    return `there is no field ${first.params.additionalProperty}; there are ${names}`;
  }
  return field === 'fail'
    ? `fail is a status from 400 to 599 or one of ${allWords.join(', ')}`
    : `${field ?? 'it'} ${first?.message ?? 'is wrong'}`;
}

function wrongPattern({ match }: Fault): string | undefined {
  try {
    void new RegExp(match ?? '');
    return undefined;
  } catch (error) {
    return `match is no regular expression: ${String(error)}`;
  }
}

function wrongOperation({ operation = [] }: Fault): string | undefined {
  const names = operationNames();
  const unknown = [operation].flat().find((name) => !names.includes(name));
  return unknown === undefined ? undefined : `there is no operation ${unknown}; there are ${names.join(', ')}`;
}

/** Fields that are meaningless or contradictory together. */
function wrongTogether(fault: Fault): string | undefined {
  const { fail, body, status } = fault;
  if (fail === 'refuse' && selecting.some((field) => fault[field] !== undefined)) {
    return 'refuse takes no choice of requests: a connection is refused before there is one';
  }
  if (body !== undefined && typeof fail === 'string') {
    return `body and fail ${fail} are two bodies`;
  }
  if (status !== undefined && !(isBodyWord(fail) || (fail === undefined && body !== undefined))) {
    return 'status goes with a word that makes a body, or with body alone';
  }
  return undefined;
}
