import { VARIABLE, type VariableQuery } from './models';
import { mapValues } from 'lodash';
import { emptyFieldOf, Inputs, type Values } from '../../ground/inputs';
import { runKnown, type Shown } from '../../present/reader';
import { isRendered } from '../../present/status';
import { type Context } from '../../table/runner';
import { lookFor } from '../../facts/reader';
import { noResponse } from '../../judging/readingNotices';
import { ServiceFailure } from '../../ground/failure';
import { LONGEST_WAIT } from '../../service/status';
import { type Rows, rowsOf } from './rows';
import { rangeOf } from '../../ground/spans';
import { createDataFrame, type DataFrame, FieldType } from '@grafana/data';
import { type CatalogueEntry } from '../../table/catalogue';

/** Template variables: a frame of `value` and `text` per query. */
export const runVariables = runKnown((query: VariableQuery, request, context) => {
  const inputs = new Inputs(request, context, VARIABLE);
  const fields = {
    systemId: inputs.every(query.systemId),
    nodeId: inputs.every(query.nodeId),
    alertId: inputs.identifiers(query.alertId),
  };
  const empty = emptyFieldOf(fields);
  if (empty) {
    return () => () => ({ frames: [valuesFrame([])], notices: [inputs.emptyNotice(empty)] });
  }
  const valuesOf = ({ given, values }: Values) => (given ? values : undefined);
  const wanted = { list: query.list, q: inputs.one(query.q, 'q'), ...mapValues(fields, valuesOf) };
  const place = { range: rangeOf(request), context };
  const start = Date.now();
  const silence = lookFor('silence', () => silenceSince(start, context));
  return (reader) => {
    const rows = rowsOf(reader, wanted, place);
    if (rows) {
      return () => shownRows(rows, fields.alertId.notices);
    }
    // A picture waits as long as it can.
    const failure = isRendered() ? undefined : reader.read(silence).data;
    if (failure) {
      throw failure;
    }
    return null;
  };
});

/**
 * The failure of a variable for which the service has answered nothing for too long. Undefined until then. A panel can't say
 * so while it waits for its variables.
 */
function silenceSince(start: number, { operations: { status }, timeZone = '' }: Context): ServiceFailure | undefined {
  // An overloaded service's own failure follows.
  const isSilent = !status.isDown && status.silence >= LONGEST_WAIT && (status.lastAnswer ?? 0) < start;
  return isSilent ? new ServiceFailure('timeout', noResponse(status.lastAnswer, timeZone)) : undefined;
}

function shownRows({ entries, notices, failures }: Rows, missing: Values['notices']): Shown {
  return {
    frames: [valuesFrame(entries)],
    notices: [...missing, ...notices],
    failures: entries.length > 0 ? failures : failures.slice(0, 1),
  };
}

/** Grafana finds the fields of a variable's options by these names. */
function valuesFrame(entries: CatalogueEntry[]): DataFrame {
  return createDataFrame({
    fields: [
      { name: 'value', type: FieldType.string, values: entries.map(({ value }) => value) },
      { name: 'text', type: FieldType.string, values: entries.map(({ text }) => text) },
    ],
  });
}
