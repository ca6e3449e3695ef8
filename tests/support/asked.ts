import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Request } from '../../src/table/runner';
import { type AnomalyQuery } from '../../src/ground/query';
import { fakeRequest, type fakeService } from './fakeContext';
import { rowsOf } from './rowsOf';
import { runAny } from './run';

/** The complete answer to one query, from a made-up service. */
export async function asked(
  { context, calls }: Pick<ReturnType<typeof fakeService>, 'context' | 'calls'>,
  query: Partial<AnomalyQuery>,
  range: { from: number; to: number },
  more: Partial<Request> = {}
) {
  const request = fakeRequest([query], range, more);
  const response = await lastValueFrom(runAny(request.targets, request, context));
  const frames = response.data as DataFrame[];
  const notices = frames.flatMap(({ meta }) => meta?.notices ?? []).map(({ text }) => text);
  const rows = frames.length > 0 ? rowsOf(frames[0]) : [];
  return { response, frame: frames[0], rows, calls, notices, errors: response.errors };
}

/** The values of a frame's column, empty if there is no such column. */
export function column({ fields }: DataFrame, name: string): unknown[] {
  return fields.find((field) => field.name === name)?.values ?? [];
}

/** Whether a column is hidden, and has the addresses of another column's links. */
export function isAddress(name: string): boolean {
  return /Link\d*$/.test(name);
}

/** The names of a frame's columns, without the hidden ones. */
export function columnNames({ fields }: DataFrame): string[] {
  return fields.map(({ name }) => name).filter((name) => !isAddress(name));
}
