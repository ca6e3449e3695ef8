import { createApp } from './app';
import { DEFAULTS, type WorkbenchOptions } from './options';

export interface WorkbenchServer {
  /** Its address, without a trailing slash. */
  url: string;
  close: () => Promise<void>;
}

/**
 * Starts the workbench's server, on loopback only: it holds a token.
 *
 * @throws where the plugin is not built, or the port is in use and `strictPort` set
 */
export async function listen(options: WorkbenchOptions = {}): Promise<WorkbenchServer> {
  const { port = DEFAULTS.port, strictPort } = options;
  for (let candidate = port; ; candidate++) {
    const app = createApp(options);
    try {
      const url = await app.listen({ host: '127.0.0.1', port: candidate });
      return { url, close: () => app.close() };
    } catch (error) {
      const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      await app.close();
      if (!inUse || strictPort || candidate >= port + 100) {
        throw error;
      }
    }
  }
}
