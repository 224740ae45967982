import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Metrics } from '../observe/metrics.ts';

/** An answer of status 200 to a GET that needs nothing of the framework. */
export interface EarlyAnswer {
  /** As the route calls itself that would have answered it. */
  readonly operation: string;
  readonly send: (response: ServerResponse) => void;
  /** Called once the system has all of it, and not where somebody hung up before. */
  readonly onSent: () => void;
}

/** Undefined leaves a request to the framework, which it then reaches untouched. Never throws nor rejects. */
export type EarlyAnswers = (
  request: IncomingMessage,
) => EarlyAnswer | undefined | Promise<EarlyAnswer | undefined>;

/**
 * Lets requests be answered before the framework sees them. They are counted as others are, and not logged: there are
 * hundreds of them for each look at an image, and none that went wrong.
 * @param isClosing the framework tells connections that it is going away
 */
export function answerEarly(
  server: Server,
  answers: EarlyAnswers,
  metrics: Pick<Metrics, 'requestBegan' | 'requestEnded'>,
  isClosing: () => boolean,
): void {
  const frameworks = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const began_ms = performance.now();
    const end = (answer: EarlyAnswer | undefined): void => {
      // Nobody waits any more, and the framework would wait for an end that it has missed.
      if (response.destroyed) return;
      if (!answer) {
        for (const listener of frameworks) listener(request, response);
        return;
      }
      metrics.requestBegan();
      response.once('close', () => {
        const isSent = response.writableFinished;
        metrics.requestEnded(answer.operation, 'GET', isSent ? 200 : 'aborted', performance.now() - began_ms);
        if (isSent) answer.onSent();
      });
      answer.send(response);
    };
    const found = isClosing() ? undefined : answers(request);
    if (found instanceof Promise) void found.then(end);
    else end(found);
  });
}
