import { t } from '@grafana/i18n';
import React from 'react';
import { type QueryType } from '../query/query';

interface Place {
  name: string;
  /** Where it is, and an example to enter there. */
  text: string;
}

/** The query types that are none of a panel: where they are found instead. */
export function elsewhere(): Partial<Record<QueryType, Place>> {
  return {
    annotations: {
      name: t('help.annotations', 'Annotations'),
      text: t(
        'help.annotations-text',
        "Alerts, their events or anomalies as marks on every panel of a dashboard: in the dashboard's settings, below Annotations. For example source Alerts, impact severe. A metric query draws those of its own metric: see Overlay."
      ),
    },
    variable: {
      name: t('help.variables', 'Variables'),
      text: t(
        'help.variables-text',
        "Systems, nodes, metrics, their pairs or alerts to choose from: in the dashboard's settings, below Variables. For example a variable node that lists nodes; a metric query then takes $node as its node."
      ),
    },
  };
}

export function Elsewhere({ className }: { className: string }) {
  return (
    <dl className={className}>
      {Object.entries(elsewhere()).map(([type, { name, text }]) => (
        <React.Fragment key={type}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </React.Fragment>
      ))}
    </dl>
  );
}
