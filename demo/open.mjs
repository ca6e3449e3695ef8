/**
 * Whether there is a person with a browser before this: a terminal, not a build server, and on Linux a display.
 *
 * @param {{ env?: NodeJS.ProcessEnv, platform?: string, terminal?: boolean }} where
 */
export function hasBrowser({ env = process.env, platform = process.platform, terminal = process.stdout.isTTY } = {}) {
  const screen =
    platform === 'win32' || platform === 'darwin' || env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME;
  return Boolean(terminal && screen && !env.CI && !env.SSH_CONNECTION);
}

/** Shows an address in the browser; if that fails, the printed address is left. */
export async function openBrowser(url) {
  try {
    const { default: open } = await import('open');
    (await open(url)).on('error', () => {});
  } catch {
    // No browser after all.
  }
}
