import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import { contentDirectives } from './content-policy.ts';

/** The security headers of every answer, unless its route sets others. They depend on no request, so they are made once. */
export function securityHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentDirectives() },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // The server says it to those who came by TLS: the address may be plain http within a library's own network.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'sameorigin' },
    referrerPolicy: { policy: 'same-origin' },
  })({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw new Error('The security headers are wrong.', { cause: error });
  });
  return headers;
}
