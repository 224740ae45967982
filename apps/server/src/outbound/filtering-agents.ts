import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest, type RequestOptions } from 'node:https';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/**
 * The agents for requests to servers that people name (decisions §6). A host is resolved first, and refused if any of its
 * addresses is loopback, private, link-local or reserved; the connection uses the checked address.
 * @param allowedAddresses internal addresses and networks (CIDR) that are allowed nevertheless
 */
export function filteringAgents(allowedAddresses: readonly string[]) {
  const filter = { allowIPAddressList: [...allowedAddresses] };
  const agents = {
    'http:': new RequestFilteringHttpAgent(filter),
    'https:': new RequestFilteringHttpsAgent(filter),
  };
  return {
    agents,
    destroy: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

export type FilteringAgents = ReturnType<typeof filteringAgents>['agents'];

/**
 * Sends a request by one of the agents.
 * @param body of the request; undefined where it has none
 * @throws the error of the connection, and that of an agent which refuses the address
 */
export function requestBy(
  agents: FilteringAgents,
  url: URL,
  options: Pick<RequestOptions, 'method' | 'headers' | 'signal'>,
  body?: string,
): Promise<IncomingMessage> {
  const agent = agents[url.protocol as keyof FilteringAgents];
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  // A numeric address is checked at once, by throwing: in the promise that becomes its error.
  return new Promise((resolve, reject) => {
    request(url, { ...options, agent }, resolve)
      .once('error', reject)
      .end(body);
  });
}

/** Whether an agent refused an address. Its errors have no code, only a message. */
export const isRefusedAddress = ({ message }: Error): boolean => /is not allowed\. Because/.test(message);
