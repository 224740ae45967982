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

/** Whether an agent refused an address. Its errors have no code, only a message. */
export const isRefusedAddress = ({ message }: Error): boolean => /is not allowed\. Because/.test(message);
