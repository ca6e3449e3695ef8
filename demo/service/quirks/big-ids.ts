/** The first big ID. Every eighth number is used, so that IDs stay different when they lose digits. */
const first = 2n ** 53n + 1n;
const apart = 8n;

/** A body's text with all node IDs larger than a JavaScript number can represent. */
export function enlarged(text: string): string {
  return text.replace(/("node":\{"id":|"nodeId":|"node":)(-?\d+)/g, (_, name: string, id: string) => name + big(id));
}

/** A node's ID in the world, from a caller's value. Anything else stays unchanged. */
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
