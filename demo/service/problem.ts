/** An answer other than 200. The interface doesn't define error bodies. Here, they have a message. */
export class Problem extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405,
    message: string
  ) {
    super(message);
  }
}

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
};

export function problemBody(status: number, message: string) {
  return { status, error: titles[status] ?? 'Error', message };
}
