import { type SupplementaryQueryOptions, SupplementaryQueryType } from '@grafana/data';
import { type AnomalyQuery } from '../query/query';
import { type Request } from '../answer/runner';

/** Explore recognizes the answer of a supplementary query by this prefix of its refId. */
export const VOLUME_PREFIX = 'log-volume-';

/** Of Grafana's supplementary queries, only the log volume is supported. */
export function supportedTypes(): SupplementaryQueryType[] {
  return [SupplementaryQueryType.LogsVolume];
}

/** The query for the log volume of a query, which counts its events. Undefined if the query returns no log lines. */
export function volumeQuery(
  { type }: Pick<SupplementaryQueryOptions, 'type'>,
  original: AnomalyQuery
): AnomalyQuery | undefined {
  const { queryType, format, hide, refId } = original;
  if (type !== SupplementaryQueryType.LogsVolume || queryType !== 'alertEvents' || format !== 'logs' || hide) {
    return undefined;
  }
  return { ...original, refId: VOLUME_PREFIX + refId, volume: true };
}

/** The request for the log volume of a request's queries, or undefined if none of them returns log lines. */
export function volumeRequest(type: SupplementaryQueryType, request: Request): Request | undefined {
  const targets = request.targets.flatMap((target) => volumeQuery({ type }, target) ?? []);
  return targets.length > 0 ? { ...request, targets } : undefined;
}
