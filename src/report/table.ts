import { type DataFrame, type FieldConfig, MappingType, SpecialValueMatch, ThresholdsMode } from '@grafana/data';
import { t } from '@grafana/i18n';
import {
  coloredColumn,
  type Column,
  countColumn,
  durationColumn,
  scoreColumn,
  tableFrame,
  textColumn,
  timeColumn,
} from '../tables/frame';
import { type LinkPlace, metricAlertsLink, nodeAlertsLink } from '../tables/links';
import { wordColors } from '../tables/colors';
import { type By } from './models';
import { type ReportRow } from './rows';

/**
 * Contract: Frames, `alertReport`.
 *
 * @param isWhole all alerts count in the rows that they belong to, so that a change may be called good or bad
 */
export function reportTable(by: By, rows: readonly ReportRow[], place: LinkPlace, isWhole = true): DataFrame {
  const columns = [keyColumn(by, place), ...figureColumns(isWhole), ...idColumns(by, place)];
  return tableFrame(t('report.table', 'Alert report'), rows, columns);
}

function keyColumn(by: By, place: LinkPlace): Column<ReportRow> {
  const width = 180;
  switch (by) {
    case 'impact':
      return withNone(
        coloredColumn('impact', ({ name }) => name),
        t('report.no-impact', 'no impact given')
      );
    case 'day': {
      const column = timeColumn<ReportRow>('day', ({ day }) => day, { width: 150 });
      return { ...column, config: { ...column.config, unit: 'time:ddd YYYY-MM-DD' } };
    }
    case 'system':
      return withNone(textColumn('system', nameOf, { width, wrap: true }), t('report.no-system', 'in no system'));
    case 'node':
      return textColumn('node', nameOf, { width, wrap: true, links: [nodeAlertsLink(place, 'nodeId')] });
    case 'metric':
      return textColumn('metric', nameOf, { width, wrap: true, links: [metricAlertsLink(place, 'metricId')] });
  }
}

function nameOf({ name, isUnknown }: ReportRow): string | null {
  return isUnknown ? t('report.unknown', 'metrics not known') : name;
}

function figureColumns(isWhole: boolean): Array<Column<ReportRow>> {
  return [
    countColumn('alerts', ({ alerts }) => alerts, { width: 70 }),
    durationColumn('activeTime', (row) => row.activeTime, {
      description: t(
        'report.active-time',
        'How long alerts were active within the range; overlapping alerts count each'
      ),
    }),
    durationColumn('longest', (row) => row.longest, {
      description: t('report.longest', 'The longest whole duration of an alert'),
    }),
    durationColumn('median', (row) => row.median, {
      description: t('report.median', 'Half of the alerts lasted longer'),
    }),
    countColumn('repeats', ({ repeats }) => repeats, {
      width: 80,
      description: t(
        'report.repeats',
        'Alerts of which a metric was in an alert that had ended less than an hour before'
      ),
    }),
    countColumn('alertsBefore', (row) => row.alertsBefore, {
      width: 105,
      description: t('report.alerts-before', 'In the span of the same length before the range'),
    }),
    durationColumn('activeTimeBefore', (row) => row.activeTimeBefore, {
      description: t('report.active-time-before', 'In the span of the same length before the range'),
    }),
    changeColumn(isWhole),
  ];
}

function changeColumn(isWhole: boolean): Column<ReportRow> {
  const column = scoreColumn<ReportRow>('change', (row) => row.change, {
    width: 95,
    description: t('report.change', 'Time under alert against the span before: below 0 it got better'),
  });
  const { green, high } = wordColors();
  const steps = [
    { value: -Infinity, color: green },
    { value: -0.5, color: 'text' },
    { value: 0.5, color: high },
  ];
  const config: FieldConfig = {
    ...column.config,
    unit: 'percentunit',
    decimals: 0,
    ...(isWhole
      ? {
          color: { mode: 'thresholds' },
          thresholds: { mode: ThresholdsMode.Absolute, steps },
          custom: { ...column.config.custom, cellOptions: { type: 'color-text' } },
        }
      : {}),
  };
  return { ...column, config };
}

const IDS = { system: 'systemId', node: 'nodeId', metric: 'metricId' } as const;

function idColumns(by: By, place: LinkPlace): Array<Column<ReportRow>> {
  if (by === 'impact' || by === 'day') {
    return [];
  }
  const links = { node: [nodeAlertsLink(place)], metric: [metricAlertsLink(place)], system: undefined }[by];
  return [textColumn(IDS[by], ({ id }) => id, { width: 120, links })];
}

/** The column with a text where there is no value. */
function withNone(column: Column<ReportRow>, text: string): Column<ReportRow> {
  const { mappings = [] } = column.config;
  const none = {
    type: MappingType.SpecialValue as const,
    options: { match: SpecialValueMatch.Null, result: { text } },
  };
  return { ...column, config: { ...column.config, mappings: [...mappings, none] } };
}
