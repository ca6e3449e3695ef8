import type { Quirk } from './quirk';
import type { Quirks } from './quirks';
import { type Json, walk } from './walk';

/** Not in the interface. Three of them are properties of every object. */
const strange = ['critical', 'constructor', '__proto__', 'toString'];

type Change = (object: Json) => Json;

/** The body of an alerts, anomalies, or explore operation after the quirks. */
export function quirkyAlerts(body: unknown, quirks: Quirks): unknown {
  const quirk = quirks.general;
  const changes = [
    quirk.unknownWords && otherWords(quirk.unknownWords, quirks),
    quirk.nameless && fewerNames(quirk.nameless, quirks),
    quirk.nullTimes && fewerTimes(quirk.nullTimes, quirks),
    quirk.events === 'numbered' && ownEventIds,
    quirk.total && otherTotal(quirk.total),
  ].filter((change): change is Change => typeof change === 'function');
  return changes.length === 0 ? body : walk(body, (object) => changes.reduce((so, change) => change(so), object));
}

/** The object that a part of a body is about, so that it has the same quirk everywhere. */
function thing(object: Json): string {
  const { id, nodeId, statTypeId } = object;
  return JSON.stringify(id === undefined && nodeId === undefined ? object : [id, nodeId, statTypeId]);
}

function otherWords(share: number, quirks: Quirks): Change {
  const words = new Set(['impact', 'severity', 'type', 'event_type', 'eventType']);
  return (object) => {
    if ('severe' in object && 'low' in object) {
      // Counts by impact: some impacts' counts are moved to others.
      const { low, medium, ...rest } = object;
      return Object.fromEntries([
        ...Object.entries({ ...rest, low: 0, medium: 0 }),
        ['critical', low],
        ['__proto__', medium],
      ]);
    }
    const draw = quirks.draw('unknownWords', thing(object));
    const word = strange[Math.floor((draw / share) * strange.length)];
    return draw >= share
      ? object
      : Object.fromEntries(
          Object.entries(object).map(([name, value]) => [
            name,
            words.has(name) && typeof value === 'string' ? word : value,
          ])
        );
  };
}

function fewerNames(share: number, quirks: Quirks): Change {
  const gone = (of: unknown) => quirks.draw('nameless', String(of));
  // Half of them null, half absent.
  const without = (object: Json, name: string, draw: number): Json => {
    const { [name]: value, ...rest } = object;
    return value === undefined || draw >= share ? object : draw < share / 2 ? { ...rest, [name]: null } : rest;
  };
  return (object) => {
    const { nodeId, statTypeId, systemId, id } = object;
    return statTypeId === undefined
      ? without(object, 'name', gone(id))
      : without(
          without(without(object, 'nodeName', gone(nodeId)), 'statTypeName', gone(statTypeId)),
          'systemName',
          gone(systemId)
        );
  };
}

/** Only rows of the search are in a list of items. An alert elsewhere always has its times. */
function fewerTimes(share: number, quirks: Quirks): Change {
  return (object) =>
    Array.isArray(object.items) && 'page' in object
      ? {
          ...object,
          items: object.items.map((row: Json) => withoutTimes(row, quirks.draw('nullTimes', thing(row)) / share)),
        }
      : object;
}

function withoutTimes(row: Json, place: number): Json {
  const gone = { ...(place < 2 / 3 ? { firstSeenAt: null } : {}), ...(place >= 1 / 3 ? { lastSeenAt: null } : {}) };
  return place >= 1 || !('firstSeenAt' in row) ? row : { ...row, ...gone };
}

/** The ID of an event is its alert's ID and a number. */
function ownEventIds(object: Json): Json {
  const { id, sequence } = object;
  return typeof sequence === 'number'
    ? { ...object, id: `${String(id)}|${String(sequence + 1).padStart(8, '0')}` }
    : object;
}

function otherTotal(kind: NonNullable<Quirk['total']>): Change {
  return (object) => {
    const { total, ...rest } = object;
    if (typeof total !== 'number' || !Array.isArray(object.items)) {
      return object;
    }
    const wrong = { right: total, low: Math.floor(total / 2), high: total * 2, page: object.items.length };
    return kind === 'absent' ? rest : { ...object, total: wrong[kind] };
  };
}
