import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/**
 * Adds the CSRF token to what is tried out; the browser adds the session by itself. It is sent to the browser as
 * its own text, so it must stand alone.
 */
const withCsrfToken = (request: { url: string; headers: Record<string, string> }) => {
  const { document } = globalThis as unknown as { document: { cookie: string } };
  const token = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
  if (token !== undefined) request.headers['x-xsrf-token'] = decodeURIComponent(token);
  return request;
};

/**
 * Signing in is the back office's: nobody can set a cookie by hand, and the dialog for it would only mislead. The
 * rest gives the library's colours the contrast that they lack.
 */
const css = `
.swagger-ui .scheme-container, .swagger-ui .authorization__btn { display: none; }
.swagger-ui .opblock .opblock-summary-method { color: #0f1419; text-shadow: none; }
.swagger-ui .info .title small { background: #4a5160; }
.swagger-ui .info .title small.version-stamp { background: #3d6100; }
.swagger-ui .info a, .swagger-ui .info .base-url, .swagger-ui .info .url { color: #1a5aa8; }
.swagger-ui .btn.execute { background-color: #1a5aa8; border-color: #1a5aa8; }
.swagger-ui .btn.cancel { color: #b3261e; border-color: #b3261e; }
.swagger-ui .parameter__name.required::after, .swagger-ui .parameter__name.required span { color: #b3261e; }
.swagger-ui .response-col_links, .swagger-ui .response-undocumented { color: #3b4151; }
`;

/** `/api/`: the calls of `/openapi.json` to read, and to try out with one's own session (decisions §1). */
export async function addApiPage(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/api',
    theme: {
      title: 'Armarium API',
      css: [{ filename: 'armarium.css', content: css }],
      favicon: [],
    },
    uiConfig: {
      // Without the bar that would load the description of another server.
      layout: 'BaseLayout',
      docExpansion: 'list',
      displayOperationId: true,
      defaultModelsExpandDepth: -1,
      requestInterceptor: withCsrfToken as never,
    },
  });
}
