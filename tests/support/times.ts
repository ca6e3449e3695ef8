const HOUR = 3600_000;

/** Times as in the bodies of a made-up service. */
export const iso = (time: number) => new Date(time).toISOString();

/** The same, in hours from a moment. */
export const hoursFrom = (moment: number) => (hours: number) => iso(moment + hours * HOUR);
