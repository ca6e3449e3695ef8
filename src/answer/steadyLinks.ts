import { type DataFrame, type DataLink, type DataLinkClickEvent, type DataQueryResponse } from '@grafana/data';
import { type RunPlace, type SteadyLink, type SteadyLinks } from './queryMemory';

/**
 * A query's links have the same functions in each of its answers. Grafana treats a new function as another structure of
 * the frame, and would rebuild the panel on every refresh, which leaks listeners in its state timeline.
 */
export function withSteadyLinks(packet: DataQueryResponse, { run, memory }: RunPlace): DataQueryResponse {
  const frames = packet.data as DataFrame[];
  if (!frames.some(hasLinks)) {
    return packet;
  }
  const known = new Map(
    run.targets.map((target) => {
      const { links = new Map() } = memory.of(target);
      memory.note(target, { links });
      return [target.refId, links];
    })
  );
  const data = frames.map((frame, i) => {
    const links = known.get(frame.refId ?? '');
    return links && hasLinks(frame) ? steady(frame, i, links) : frame;
  });
  return { ...packet, data };
}

function hasLinks({ fields }: DataFrame): boolean {
  return fields.some(({ config }) => config.links?.length);
}

function steady(frame: DataFrame, place: number, known: SteadyLinks): DataFrame {
  const fields = frame.fields.map((field) => {
    const links = field.config.links?.map((link, i) =>
      steadyLink(link, [place, field.name, i, link.title].join('\n'), known)
    );
    return links ? { ...field, config: { ...field.config, links } } : field;
  });
  return { ...frame, fields };
}

function steadyLink(link: DataLink, place: string, known: SteadyLinks): DataLink {
  const found = known.get(place);
  const steady: SteadyLink = found ?? { newest: link, functions: functionsFor(link, () => steady.newest) };
  steady.newest = link;
  known.set(place, steady);
  return { ...link, ...steady.functions };
}

function functionsFor({ onBuildUrl, onClick }: DataLink, newest: () => DataLink) {
  return {
    ...(onBuildUrl && { onBuildUrl: (event: DataLinkClickEvent) => newest().onBuildUrl?.(event) ?? '' }),
    ...(onClick && { onClick: (event: DataLinkClickEvent) => newest().onClick?.(event) }),
  };
}
