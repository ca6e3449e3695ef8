/** The readers of all resources but metric data: loaded with the first answer that holds one. */
export * from './alerts';
export * from './anomalies';
export { rows } from './read';
