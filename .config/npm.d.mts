/** How npm is started: the program and its first arguments. */
export function npm(): [string, string[]];
