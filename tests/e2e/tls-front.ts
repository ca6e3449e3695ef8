import http from 'node:http';
import https from 'node:https';
import { type AddressInfo } from 'node:net';
import { type TLSSocket } from 'node:tls';
import { type Certificates } from './certificates';
import { HOST_FOR_GRAFANA } from './house';

export interface TlsFront {
  /** The address for the tested Grafana. */
  url: string;
  close: () => Promise<void>;
}

/**
 * A TLS proxy in front of the demo service. It accepts clients with a certificate of its CA.
 *
 * @param serviceUrl of the demo service
 * @param refusal clients without one get no connection, or an error page, as from web servers
 */
export async function startTlsFront(
  { ca, server: own }: Certificates,
  serviceUrl: string,
  refusal: 'connection' | 'page'
): Promise<TlsFront> {
  const options = { ...own, ca, requestCert: true, rejectUnauthorized: refusal === 'connection' };
  const front = https.createServer(options, (request, response) => {
    if (!(request.socket as TLSSocket).authorized) {
      response.writeHead(400, { 'content-type': 'text/html' });
      response.end('<html><title>400 No required SSL certificate was sent</title></html>');
      return;
    }
    passOn(new URL(request.url ?? '/', serviceUrl), request, response);
  });
  // It closes the connection of refused clients.
  front.on('tlsClientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => front.listen(0, isHere() ? '127.0.0.1' : '0.0.0.0', resolve));
  const { port } = front.address() as AddressInfo;
  return {
    url: `https://${HOST_FOR_GRAFANA}:${port}`,
    close: () =>
      new Promise((resolve) => {
        front.close(() => resolve());
        front.closeAllConnections();
      }),
  };
}

function passOn(to: URL, request: http.IncomingMessage, response: http.ServerResponse) {
  const { method, headers } = request;
  const onward = http.request(to, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}

function isHere(): boolean {
  return HOST_FOR_GRAFANA === '127.0.0.1';
}
