/**
 * Whether a person with a browser started this: in a terminal, not on a build server, and on Linux with a display.
 *
 * @param {{ env?: NodeJS.ProcessEnv, platform?: string, terminal?: boolean }} where
 */
export function hasBrowser({ env = process.env, platform = process.platform, terminal = process.stdout.isTTY } = {}) {
  const screen =
    platform === 'win32' || platform === 'darwin' || env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME;
  return Boolean(terminal && screen && !env.CI && !env.SSH_CONNECTION);
}

/** Opens an address in the browser. If that fails, the user still has the printed address. */
export async function openBrowser(url) {
  try {
    const { default: open } = await import('open');
    (await open(url)).on('error', () => {});
  } catch {
    // There is no browser after all.
  }
}
