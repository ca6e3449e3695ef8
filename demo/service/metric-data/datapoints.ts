import type { components } from '../schema';
import { iso } from '../time';
import type { Columns } from '../series/columns';

type Schemas = components['schemas'];

/** The points in the form of the v2 schema. */
export function datapoints(columns: Columns): Array<Schemas['MetricDatapoint']> {
  return columns.times.map((time, row) => ({
    timestamp: iso(time),
    smoothened: short(columns.values[row]),
    corridors: corridorsOf(columns, row),
  }));
}

/** The points in the form of the v1 response. */
export function datapointsV1(columns: Columns): Array<Schemas['MetricDatapointV1']> {
  return columns.times.map((timestamp, row) => ({
    timestamp,
    smoothened: short(columns.values[row]),
    corridors: corridorsOf(columns, row),
  }));
}

export function corridorsOf(columns: Columns, row: number): Schemas['Corridors'] {
  const { mainUp, mainDown, supUp, supDown, infUp, infDown } = columns;
  return {
    main: { up: short(mainUp[row]), down: short(mainDown[row]) },
    sup: Number.isNaN(supUp[row]) ? null : { up: short(supUp[row]), down: short(supDown[row]) },
    inf: Number.isNaN(infUp[row]) ? null : { up: short(infUp[row]), down: short(infDown[row]) },
  };
}

/** Three decimals are precise enough, and make bodies a third shorter. */
function short(value: number): number {
  return Math.round(value * 1000) / 1000;
}
