import { tokens } from '../options';
import type { World } from '../world';
import { Problem } from '../problem';

/** The token of a bearer authorization, undefined without one. */
export function tokenOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

/**
 * The world that a request's token opens.
 *
 * @throws Problem 401 without a token or with an unknown one, 403 if the token has no permission
 */
export function worldOf(authorization: string | undefined, worlds: ReadonlyMap<string, World>): World {
  const token = tokenOf(authorization);
  if (token === undefined) {
    throw new Problem(401, 'authentication is missing: send Authorization: Bearer <ACCESS_TOKEN>');
  }
  if (token === tokens.forbidden) {
    throw new Problem(403, 'the access token is not permitted');
  }
  const world = worlds.get(token);
  if (!world) {
    throw new Problem(401, 'the access token is invalid');
  }
  return world;
}
