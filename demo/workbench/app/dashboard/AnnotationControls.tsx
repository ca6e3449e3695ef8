import { InlineSwitch } from '@grafana/ui';
import React from 'react';
import { type AnnotationResult } from '../annotations/run';
import { useObservable } from '../layout/use-observable';
import { type Dashboard } from './dashboard';
import { LabelledControl } from './LabelledControl';
import { annotationsOf, isShown } from './use-annotations';

/** A switch per annotation of the dashboard. */
export function AnnotationControls({ dashboard, results }: { dashboard: Dashboard; results: AnnotationResult[] }) {
  const { annotations: switched } = useObservable(dashboard.state);
  return (
    <>
      {annotationsOf(dashboard.json)
        .filter(({ hide }) => !hide)
        .map((annotation) => {
          const { name } = annotation;
          const id = `annotation-${name}`;
          return (
            <LabelledControl
              key={name}
              id={id}
              label={name}
              error={results.find((one) => one.annotation.name === name)?.error}
            >
              <InlineSwitch
                id={id}
                value={isShown(annotation, switched)}
                onChange={({ currentTarget }) => dashboard.toggleAnnotation(name, currentTarget.checked)}
              />
            </LabelledControl>
          );
        })}
    </>
  );
}
