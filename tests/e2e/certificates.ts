import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { isIP } from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** In PEM form. */
export interface Certificate {
  cert: string;
  key: string;
}

/** A private CA, and the certificates that it signed. */
export interface Certificates {
  ca: string;
  server: Certificate;
  client: Certificate;
  /** Signed by an unknown CA. */
  stranger: Certificate;
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

export function hasOpenssl(): boolean {
  return spawnSync('openssl', ['version']).status === 0;
}

/**
 * Creates certificates for two days with openssl.
 *
 * @param hosts names and addresses of the server
 * @throws Error if openssl is not installed
 */
export function makeCertificates(hosts: string[]): Certificates {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'anomaly-certificates-'));
  try {
    makeCa(folder, 'ca');
    makeCa(folder, 'other');
    const names = hosts.map((host) => `${isIP(host) ? 'IP' : 'DNS'}:${host}`).join(',');
    return {
      ca: read(folder, 'ca.pem'),
      server: sign(folder, 'server', 'ca', `subjectAltName=${names}\nextendedKeyUsage=serverAuth\n`),
      client: sign(folder, 'client', 'ca', 'extendedKeyUsage=clientAuth\n'),
      stranger: sign(folder, 'stranger', 'other', 'extendedKeyUsage=clientAuth\n'),
    };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function makeCa(folder: string, name: string) {
  const files = ['-keyout', `${name}-key.pem`, '-out', `${name}.pem`];
  openssl(folder, ['req', '-x509', ...KEY, ...files, '-days', '2', '-subj', `/CN=Tests ${name}`]);
}

function sign(folder: string, name: string, ca: string, extensions: string): Certificate {
  fs.writeFileSync(path.join(folder, `${name}.ext`), extensions);
  openssl(folder, ['req', ...KEY, '-keyout', `${name}-key.pem`, '-out', `${name}.csr`, '-subj', `/CN=Tests ${name}`]);
  const by = ['-CA', `${ca}.pem`, '-CAkey', `${ca}-key.pem`, '-CAcreateserial', '-extfile', `${name}.ext`];
  openssl(folder, ['x509', '-req', '-in', `${name}.csr`, ...by, '-days', '2', '-out', `${name}.pem`]);
  return { cert: read(folder, `${name}.pem`), key: read(folder, `${name}-key.pem`) };
}

function openssl(folder: string, args: string[]) {
  execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
}

function read(folder: string, file: string): string {
  return fs.readFileSync(path.join(folder, file), 'utf8');
}
