/** Where the big ids begin; every eighth from here on, so that none is another's neighbour once digits are lost. */
const first = 2n ** 53n + 1n;
const apart = 8n;

/** A body's text with each node's id beyond what a JavaScript number can hold. */
export function enlarged(text: string): string {
  return text.replace(/("node":\{"id":|"nodeId":|"node":)(-?\d+)/g, (_, name: string, id: string) => name + big(id));
}

/** A node's id as it is in the world, of what a caller sends; anything else stays as it is. */
export function reduced(sent: string): string {
  if (!/^\d{1,30}$/.test(sent)) {
    return sent;
  }
  const place = BigInt(sent) - first;
  return place >= 0n && place % apart === 0n ? String(place / apart) : sent;
}

function big(id: string): string {
  return String(first + BigInt(id) * apart);
}
